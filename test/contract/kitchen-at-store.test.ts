/** The kitchen of a store with a box, from both sides of the cable: one stage, one record for each report, the same ids. */
import { beforeAll, describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { KITCHEN, kitchenReport, recordPath } from "../kit/callbacks.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ask, openTestHub, type TestHub, testTenants } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"

const LOOK_EVERY_MS = 20
/** Not the kitchen's matter. */
const AUTHORITY = "order.sent_to_authority"

interface World {
  readonly hub: TestHub
  readonly box: TestBox
  readonly cable: Cable
  /** The key of a paired kitchen display. */
  readonly display: string
}

interface Sent {
  readonly id: string
  readonly external: string
  readonly eventId: string
}

eachDatabase((_engine, database) => {
  async function openWorld(): Promise<World> {
    const hub = await openTestHub(database)
    const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    const box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
    const code = box.box.pairingCode({ kind: "kds_station", deviceId: "grill" })
    const paired = await ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
    return { hub, box, cable, display: paired.body.data.key }
  }

  /** An order that was paid on the web and rung up at the store, and the event that sent it to the grill. */
  async function sell({ box }: World): Promise<Sent> {
    const body = orderBody({ channel: "WEB", paid: "CASH" })
    const { id } = (await box.call("POST", ORDERS, body)).body.data
    const { kitchen } = (await box.call("GET", `${ORDERS}/${id}`)).body.data
    expect(kitchen.dispatches).toMatchObject([{ station: "grill" }])
    return { id, external: body.orderId, eventId: kitchen.dispatches[0].eventId }
  }

  const reportOf = ({ id, eventId }: Sent, eventType: string) => kitchenReport({ orderId: id, eventId, eventType })
  const atBox = ({ box, display }: World, sent: Sent, stage: string) =>
    box.call("POST", KITCHEN, reportOf(sent, stage), display)
  const atHub = ({ hub }: World, sent: Sent, stage: string) => hub.call("POST", KITCHEN, reportOf(sent, stage))
  const eligible = async ({ hub }: World, { external }: Sent) =>
    (await hub.call("GET", `/api/v1/adapters/partner/stores/orders/${external}/cancel/eligibility`)).body.data

  async function onBothSides({ hub, box }: World, { id }: Sent) {
    const orders = await Promise.all([box, hub].map(async ({ call }) => (await call("GET", `${ORDERS}/${id}`)).body))
    return orders.map(({ data }) => data)
  }

  const toldOf = async ({ hub }: World, orderId: string) => {
    const told = (await hub.events()).filter((event) => event.orderId === orderId && event.type !== AUTHORITY)
    return told.map(({ type, envelope }) => ({ type, id: (envelope as Envelope).event.id }))
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }

  describe("a kitchen display of a store with a box", () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld()
    })

    it("works without a link; the hub gets its reports later, under the store's ids", async () => {
      const { hub, box, cable } = world
      cable.pull()
      const sent = await sell(world)
      const first = await atBox(world, sent, "order.ready")
      const late = await atBox(world, sent, "order.preparing")
      const last = await atBox(world, sent, "order.dispatched")
      expect([first, late, last].map(({ body }) => body.status)).toEqual(["processed", "ignored", "processed"])
      expect((await hub.call("GET", `${ORDERS}/${sent.id}`)).status).toBe(404)
      cable.mend()
      await box.whenSynced()
      const [there, here] = await onBothSides(world, sent)
      expect(here).toEqual(there)
      expect(there).toMatchObject({ status: "COMPLETED", kitchen: { stage: "order.dispatched" } })
      for (const { body } of [first, late, last]) {
        const record = await hub.call("GET", recordPath(body.webhookEventId))
        const own = await box.call("GET", recordPath(body.webhookEventId), undefined, world.display)
        expect(record.body).toEqual(own.body)
      }
      const told = await toldOf(world, sent.id)
      expect(told.map(({ type }) => type)).toEqual(["order.opened", "order.sent_to_kitchen", "order.completed"])
      expect(told[1]?.id).toBe(sent.eventId)
    })

    it("that reports to the hub is processed by the store, and both sides know the record", async () => {
      const { hub, box } = world
      const sent = await sell(world)
      await box.whenSynced()
      const accepted = await atHub(world, sent, "order.ready")
      expect(accepted.body).toMatchObject({ duplicate: false, status: "queued" })
      const id = accepted.body.webhookEventId
      await until(async () => (await hub.call("GET", recordPath(id))).body.data.status === "processed")
      const record = (await hub.call("GET", recordPath(id))).body.data
      expect(record.result).toEqual({ kind: "recorded", current: "order.ready" })
      expect((await box.call("GET", recordPath(id), undefined, world.display)).body.data).toEqual(record)
      const again = await atBox(world, sent, "order.ready")
      expect(again.body).toMatchObject({ duplicate: true, webhookEventId: id, status: "processed" })
      const [there, here] = await onBothSides(world, sent)
      expect(here).toEqual(there)
      expect(there.kitchen.journey).toHaveLength(1)
    })

    it("that reports to both sides counts once, and both ids find its record", async () => {
      const { hub, box, cable } = world
      const sent = await sell(world)
      await box.whenSynced()
      cable.pull()
      const lan = await atBox(world, sent, "order.ready")
      const cloud = await atHub(world, sent, "order.ready")
      await hub.hub.queue.settle()
      expect((await hub.call("GET", recordPath(cloud.body.webhookEventId))).body.data.status).toBe("processing")
      cable.mend()
      for (const accepted of [lan, cloud]) {
        const path = recordPath(accepted.body.webhookEventId)
        await until(async () => (await hub.call("GET", path)).body.data?.status === "processed")
        expect((await box.call("GET", path, undefined, world.display)).body.data).toEqual(
          (await hub.call("GET", path)).body.data,
        )
      }
      await box.whenSynced()
      const [there, here] = await onBothSides(world, sent)
      expect(here).toEqual(there)
      expect(there.kitchen.journey).toHaveLength(1)
      expect((await atHub(world, sent, "order.ready")).body).toMatchObject({ duplicate: true })
    })

    it("gets an order of the hub at its stations, with the hub's events", async () => {
      const { hub, box } = world
      const { id } = (await hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CASH" }))).body.data
      await until(async () => (await box.call("GET", `${ORDERS}/${id}`)).status === 200)
      await box.whenSynced()
      const told = await toldOf(world, id)
      expect(told.map(({ type }) => type)).toEqual(["order.opened", "order.sent_to_kitchen"])
      for (const [at, stage] of ["order.preparing", "order.ready"].entries()) {
        const sent = { id, external: "", eventId: told[at]?.id ?? "" }
        expect((await atBox(world, sent, stage)).body).toMatchObject({ duplicate: false, status: "processed" })
      }
    })

    it("changes the hub's check of a cancellation, once its report is there", async () => {
      await world.hub.hub.operator.provision(withRule())
      const sent = await sell(world)
      await world.box.whenSynced()
      expect(await eligible(world, sent)).toMatchObject({ eligible: true })
      await atBox(world, sent, "order.ready")
      await world.box.whenSynced()
      expect(await eligible(world, sent)).toMatchObject({ eligible: false, message: "Ya está listo" })
    })
  })
})

interface Envelope {
  readonly event: { readonly id: string }
}

/** The test's tenants, whose first vendor cancels nothing that is ready. */
function withRule(): string {
  const file = JSON.parse(testTenants())
  file.accounts[0].vendors[0].cancellationRules = [
    { id: "cooked", name: "Ya está listo", maxKitchenStage: "order.preparing" },
  ]
  return JSON.stringify(file)
}
