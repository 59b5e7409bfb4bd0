import { beforeAll, describe, expect, it } from "vitest"
import { openTestBox } from "../../kit/box.ts"
import { KITCHEN, kitchenReport, recordPath, reportable, settled } from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { KEY, openTestHub, type TestHub } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { ORDERS } from "../../kit/order-bodies.ts"

const DAY_MS = 24 * 3_600_000
const [PREPARING, READY, DISPATCHED] = ["order.preparing", "order.ready", "order.dispatched"]

async function kitchenAt({ call }: Pick<TestHub, "call">, orderId: string) {
  return (await call("GET", `${ORDERS}/${orderId}?fields=kitchen,status`)).body.data
}

eachDatabase((_engine, open) => {
  describe("an order whose home is the hub", () => {
    let hub: TestHub

    beforeAll(async () => {
      hub = await openTestHub(open)
    })

    it("takes the highest kitchen stage, and ignores other reports with a reason", async () => {
      const { orderId, eventId } = await reportable(hub)
      const say = async (eventType: string | undefined, station: string) =>
        (await settled(hub, await hub.call("POST", KITCHEN, kitchenReport({ orderId, eventId, eventType, station }))))
          .body.data
      expect(await say(READY, "grill")).toMatchObject({
        status: "processed",
        result: { kind: "recorded", current: READY },
        eventId,
      })
      expect(await say(PREPARING, "grill")).toMatchObject({
        status: "ignored",
        result: { kind: "ignored", reason: "regression", current: READY },
      })
      expect((await kitchenAt(hub, orderId)).kitchen.stage).toBe(READY)
      expect(await say(DISPATCHED, "grill")).toMatchObject({ status: "processed" })
      expect((await kitchenAt(hub, orderId)).kitchen.stage).toBe(DISPATCHED)
    })

    it("that was paid is completed when the kitchen dispatches it, with one event", async () => {
      const { orderId, eventId } = await reportable(hub, { paid: "CARD" })
      const dispatched = kitchenReport({ orderId, eventId, eventType: DISPATCHED })
      await settled(hub, await hub.call("POST", KITCHEN, dispatched))
      expect((await hub.call("POST", KITCHEN, dispatched)).body).toMatchObject({ duplicate: true, status: "processed" })
      expect(await kitchenAt(hub, orderId)).toMatchObject({ status: "COMPLETED" })
      const told = (await hub.events()).filter((event) => event.orderId === orderId)
      expect(told.filter(({ type }) => type === "order.completed")).toHaveLength(1)
    })
  })

  describe("an order whose home is a store", () => {
    it("is updated there, and the hub's record gets the result", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const { orderId, eventId } = await reportable(hub, { paid: "CARD" })
      await until(async () => (await box.call("GET", `${ORDERS}/${orderId}`)).status === 200)
      await box.whenSynced()
      await box.stop()
      const accepted = await hub.call("POST", KITCHEN, kitchenReport({ orderId, eventId, eventType: DISPATCHED }))
      expect((await settled(hub, accepted)).body.data).toMatchObject({
        status: "processing",
        result: { kind: "recorded", waitsFor: "store" },
      })
      await box.restart()
      const path = recordPath(accepted.body.webhookEventId)
      await until(async () => (await hub.call("GET", path)).body.data.status === "processed")
      expect((await hub.call("GET", path)).body.data.result).toEqual({ kind: "recorded", current: DISPATCHED })
      const [there, here] = [await kitchenAt(box, orderId), await kitchenAt(hub, orderId)]
      expect([there.status, there.kitchen.stage]).toEqual(["COMPLETED", DISPATCHED])
      expect(here).toEqual(there)
    })

    it("of a replaced box is updated by the new box, which reports unknown orders as such", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const [kept, closed] = [await reportable(hub, { paid: "CARD" }), await reportable(hub, { paid: "CARD" })]
      const said = kitchenReport({ orderId: closed.orderId, eventId: closed.eventId, eventType: DISPATCHED })
      await until(async () => (await box.call("POST", KITCHEN, said, KEY)).status === 202)
      await until(async () => (await box.call("GET", `${ORDERS}/${kept.orderId}`)).status === 200)
      await box.whenSynced()
      await box.stop()
      const accepted = await Promise.all(
        [kept, closed].map(({ orderId, eventId }) =>
          hub.call("POST", KITCHEN, kitchenReport({ orderId, eventId, eventType: READY })),
        ),
      )
      await hub.hub.queue.settle()
      // A new box is given the finished orders of its day, not those of the days before.
      hub.clock.advance(2 * DAY_MS)
      await openTestBox(hub)
      const record = async (at: number) =>
        (await hub.call("GET", recordPath(accepted[at]?.body.webhookEventId))).body.data
      await until(async () => (await record(1)).status !== "processing")
      expect(await record(0)).toMatchObject({ status: "processed", result: { kind: "recorded", current: READY } })
      expect(await record(1)).toMatchObject({
        status: "failed",
        result: null,
        error: { message: expect.stringContaining("does not know this order") },
      })
      const again = await hub.call("POST", KITCHEN, { ...said, eventType: READY })
      expect(again.body).toMatchObject({ duplicate: true, status: "failed" })
    })

    it("updated by a LAN report is known to the hub under the id that the display got", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const { orderId, eventId } = await reportable(hub)
      await until(async () => (await box.call("GET", `${ORDERS}/${orderId}`)).status === 200)
      const report = kitchenReport({ orderId, eventId, eventType: READY })
      const { status, body } = await box.call("POST", KITCHEN, report, KEY)
      expect([status, body.duplicate]).toEqual([202, false])
      await box.whenSynced()
      await until(async () => (await hub.call("GET", recordPath(body.webhookEventId))).status === 200)
      expect((await hub.call("GET", recordPath(body.webhookEventId))).body.data).toMatchObject({
        status: "processed",
        eventId,
        result: { kind: "recorded", current: READY },
      })
      const again = await hub.call("POST", KITCHEN, report)
      expect(again.body).toMatchObject({ duplicate: true, webhookEventId: body.webhookEventId, status: "processed" })
    })
  })
})
