/** A hub and a store's box that both accept one order while the link between them is cut or slow. On PostgreSQL two hub processes share one broker. */
import { openTestBox, type TestBox } from "./box.ts"
import { type Cable, layCable } from "./cable.ts"
import type { OpenStore } from "./databases.ts"
import { openTestHub, STORE, type TestHub, type TestHubOptions } from "./hub.ts"
import { until } from "./line.ts"
import { startMosquitto } from "./mosquitto.ts"
import { ORDERS, orderBody } from "./order-bodies.ts"
import { whenOver } from "./temp.ts"

export const PARTNER = "/api/v1/adapters/partner/stores/orders"

export interface BothSides {
  readonly hub: TestHub
  /** Every process of the hub. */
  readonly hubs: readonly TestHub[]
  readonly box: TestBox
  readonly cable: Cable
  /** The order as a side shows it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into orders of every shape.
  read(side: Pick<TestBox, "call">, id: string): Promise<any>
  /** The link works again, and both sides have all that the other had to say. */
  agree(): Promise<void>
  /** One order sent to both sides while the link is cut. */
  createTwice(wish?: { channel?: string; paid?: string | undefined }): Promise<{ hubs: string; stores: string }>
}

export async function openBothSides(
  open: OpenStore,
  processes: 1 | 2 = 1,
  options: Pick<TestHubOptions, "sandboxFiscalDelayMs"> = {},
): Promise<BothSides> {
  const mqtt = processes === 2 ? await startMosquitto() : null
  const hub = await openTestHub(open, { ...options, ...(mqtt !== null && { mqtt }) })
  const hubs = mqtt === null ? [hub] : [hub, await hub.another({})]
  const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(mqtt ?? hub.hub.mqttUrl).port) })
  whenOver(() => cable.close())
  const box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
  return {
    hub,
    hubs,
    box,
    cable,
    read: async (side, id) => (await side.call("GET", `${ORDERS}/${id}`)).body.data,
    async agree() {
      cable.slow(0)
      cable.mend()
      // The box starts again, so that it does not wait as long as after many short outages.
      await box.restart()
      await box.whenSynced()
      await until(async () => {
        const state = await hub.hub.sync.stateOf(STORE)
        return state !== null && state.downAcked === state.downHead
      })
      await box.whenSynced()
    },
    async createTwice({ channel = "WEB", paid } = {}) {
      cable.pull()
      const body = orderBody({ channel, ...(paid !== undefined && { paid }) })
      const [hubs, stores] = [await hub.call("POST", ORDERS, body), await box.call("POST", ORDERS, body)]
      if (hubs.status !== 201 || stores.status !== 201) throw new Error(`${hubs.status} and ${stores.status}, not 201`)
      return { hubs: hubs.body.data.id, stores: stores.body.data.id }
    },
  }
}
