/** Events that were made at a store: the hub tells them under the store's ids, once, and loses none to a collision. */
import { beforeAll, describe, expect, it } from "vitest"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import { AGGREGATOR, aggregatorReport, KITCHEN, kitchenReport } from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { NOW, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, anOrder } from "../../kit/orders.ts"

const PLACE = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }

eachDatabase((_engine, open) => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  const changed = (order: ReturnType<typeof anOrder>, ...events: { type: string; id: string }[]) =>
    hub.beside(({ store, ids, validator }) =>
      store.system.write((scope) =>
        createApplyOp({ store, ids, validator })(scope, PLACE, {
          kind: "order.changed",
          body: { order, events: events.map((event) => ({ ...event, at: NOW })) },
        }),
      ),
    )
  const told = async (orderId: string) =>
    (await hub.events())
      .filter((event) => event.orderId === orderId)
      .map(({ type, envelope }) => ({ type, id: (envelope as { event: { id: string } }).event.id }))
  const echo = (orderId: string, eventId: string) =>
    hub.call("POST", KITCHEN, kitchenReport({ orderId, eventId, eventType: "order.ready" }))

  describe("an event of a store", () => {
    it("is published under the store's id once, however often the store sends it", async () => {
      const order = anOrder({ orderId: `store-${anId()}` })
      const opened = { type: "order.opened", id: "evt_0000000000a1" }
      expect(await changed(order, opened)).toBeNull()
      expect(await changed(order, opened)).toBeNull()
      expect(await told(order.id)).toEqual([opened])
    })

    it("whose id another order already uses gets a new id, and is found by both", async () => {
      const [first, second] = [anOrder({ orderId: `store-${anId()}` }), anOrder({ orderId: `store-${anId()}` })]
      const event = { type: "order.opened", id: "evt_0000000000b1" }
      expect(await changed(first, event)).toBeNull()
      expect(await changed(second, event)).toBeNull()
      expect(await told(first.id)).toEqual([event])
      const [fresh] = await told(second.id)
      expect(fresh?.id).not.toBe(event.id)
      expect((await echo(second.id, event.id)).status).toBe(202)
      expect((await echo(second.id, fresh?.id ?? "")).status).toBe(202)
    })
  })

  it("a sale accepted on both sides has one event, found by either id", async () => {
    const body = orderBody({ channel: "WEB" })
    const twin = (await hub.call("POST", ORDERS, body)).body.data.id
    const before = (await told(twin)).filter(({ type }) => type === "order.opened")
    const order = anOrder({ orderId: body.orderId, channel: "WEB" })
    const opened = { type: "order.opened", id: "evt_0000000000c1" }
    expect(await changed(order, opened)).toBeNull()
    expect((await told(order.id)).filter(({ type }) => type === "order.opened")).toEqual(before)
    for (const eventId of [opened.id, before[0]?.id ?? ""]) expect((await echo(order.id, eventId)).status).toBe(202)
    expect((await echo(twin, opened.id)).body).toMatchObject({ duplicate: true })
    expect(await changed(order, { type: "order.completed", id: "evt_0000000000c2" })).toBeNull()
    expect((await told(order.id)).map(({ type }) => type)).toContain("order.completed")
  })

  it("a sale accepted on both sides keeps its aggregator's reports and recognises their repeats", async () => {
    const body = orderBody({ channel: "GLOVO" })
    const twin = (await hub.call("POST", ORDERS, body)).body.data.id
    const report = aggregatorReport({ orderId: twin, status: "PICKED_UP" })
    const accepted = await hub.call("POST", AGGREGATOR, report)
    await hub.hub.queue.settle()
    const order = anOrder({ orderId: body.orderId, channel: "GLOVO" })
    expect(await changed(order, { type: "order.opened", id: "evt_0000000000d1" })).toBeNull()
    const read = (await hub.call("GET", `${ORDERS}/${order.id}?fields=id,aggregator`)).body.data
    expect(read).toMatchObject({ id: order.id, aggregator: { status: "PICKED_UP" } })
    const { webhookEventId } = accepted.body
    for (const named of [{ orderId: twin }, { orderId: order.id }, { externalOrderId: body.orderId }]) {
      const again = await hub.call("POST", AGGREGATOR, { ...report, orderId: undefined, ...named })
      expect([again.status, again.body]).toMatchObject([202, { duplicate: true, webhookEventId }])
    }
  })

  it("a store without a box: the hub sends orders to the stations of their lines", async () => {
    const { id } = (await hub.call("POST", ORDERS, orderBody({ channel: "WEB" }))).body.data
    const { kitchen } = (await hub.call("GET", `${ORDERS}/${id}`)).body.data
    expect(kitchen).toMatchObject({ stage: null, dispatches: [{ station: "grill", lineIds: ["1"] }] })
    const events = (await hub.events()).filter((event) => event.orderId === id)
    expect(events.find(({ type }) => type === "order.sent_to_kitchen")).toMatchObject({
      type: "order.sent_to_kitchen",
      envelope: {
        event: { id: kitchen.dispatches[0].eventId },
        data: { orderId: id, dispatch: { station: "grill", lineIds: ["1"] } },
      },
    })
  })
})
