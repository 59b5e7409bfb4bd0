/** One new order that reached hub and box at the same time under two ids: the store's lives, the hub's leads to it on either side, and what was paid at the hub is not lost. */
import { beforeAll, expect, it } from "vitest"
import { readParkedInStores } from "../../hub/attention/attention-store.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { KITCHEN, kitchenReport } from "../kit/callbacks.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const EVERY = { vendorIds: [TENANT.vendorId], after: null, limit: 10 }

eachDatabase((_engine, database) => {
  let hub: TestHub
  let box: TestBox
  let cable: Cable
  beforeAll(async () => {
    hub = await openTestHub(database)
    cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
  })

  const read = async (side: Pick<TestBox, "call">, id: string) => (await side.call("GET", `${ORDERS}/${id}`)).body.data

  async function agree() {
    cable.mend()
    await box.whenSynced()
    await until(async () => {
      const line = await hub.hub.sync.line(STORE)
      return line !== null && line.downAcked === line.downHead
    })
    await box.whenSynced()
  }

  async function createTwice({ channel = "WEB" } = {}) {
    cable.pull()
    const body = orderBody({ channel })
    const [hubs, stores] = [await hub.call("POST", ORDERS, body), await box.call("POST", ORDERS, body)]
    expect([hubs.status, stores.status]).toEqual([201, 201])
    return { hubs: hubs.body.data.id as string, stores: stores.body.data.id as string }
  }

  it("the store's id lives, and the hub's leads to it at the hub and at the box", async () => {
    const { hubs, stores } = await createTwice()
    await agree()
    for (const side of [hub, box]) {
      expect([(await read(side, hubs)).id, (await read(side, stores)).id]).toEqual([stores, stores])
    }
    const told = (await hub.events()).filter(({ orderId, type }) => orderId === stores && type === "order.opened")
    expect(told).toHaveLength(1)
    const eventId = (told[0] as { envelope: { event: { id: string } } }).envelope.event.id
    const heard = await box.call(
      "POST",
      KITCHEN,
      kitchenReport({ orderId: hubs, eventId, eventType: "order.ready" }),
      KEY,
    )
    expect(heard.status).toBe(202)
    const paid = await box.call("POST", `${ORDERS}/${hubs}/confirm-payment`, charge({ id: "by-the-hubs-id" }))
    expect([paid.status, paid.body.data.outcome]).toEqual([200, "settled"])
  })

  it("what was charged at the hub meanwhile settles the store's, once", async () => {
    const { hubs, stores } = await createTwice()
    const paid = await hub.call("POST", `${ORDERS}/${hubs}/confirm-payment`, charge({ id: "at-the-hub" }))
    expect(paid.body.data.outcome).toBe("settled")
    await agree()
    for (const side of [hub, box]) {
      expect(await read(side, hubs)).toMatchObject({
        id: stores,
        status: "COMPLETED",
        payments: [{ transactionId: "at-the-hub", status: "approved" }],
      })
    }
    const told = (await hub.events()).filter(({ orderId, type }) => orderId === stores && type === "order.completed")
    expect(told).toHaveLength(1)
  })

  it("what was charged on both sides waits for a person", async () => {
    const { hubs, stores } = await createTwice()
    await hub.call("POST", `${ORDERS}/${hubs}/confirm-payment`, charge({ id: "once" }))
    await box.call("POST", `${ORDERS}/${stores}/confirm-payment`, charge({ id: "and-again" }))
    await agree()
    const parked = () => hub.beside(({ store }) => store.read(TENANT, (scope) => readParkedInStores(scope, EVERY)))
    await until(async () => (await parked()).length > 0)
    expect(await parked()).toMatchObject([
      { what: "order.created", why: expect.stringMatching(/^TAKEN_ON_BOTH_SIDES: /) },
    ])
  })
})
