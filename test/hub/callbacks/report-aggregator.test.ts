import { createHash } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { openTestBox } from "../../kit/box.ts"
import { AGGREGATOR, aggregatorReport, type ReportableOrder, reportable, settled } from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { charge, correction, ORDERS } from "../../kit/order-bodies.ts"

/** What happened at the aggregator, by minute; two of them at one moment. */
const STEPS = [
  ["ACCEPTED", "2026-11-21T17:01:00Z"],
  ["COURIER_ASSIGNED", "2026-11-21T12:03:00-05:00"],
  ["PICKED_UP", "2026-11-21T17:05:00Z"],
  ["DELAYED", "2026-11-21T17:05:00Z"],
] as const

/** Nothing that a database's compression makes short. */
const LONG_STATUS = Array.from({ length: 6_000 }, (_, n) => createHash("sha512").update(`${n}`).digest("base64")).join(
  "",
)

/** All orders of arrival on SQLite; the rule is the same on PostgreSQL, where each takes longer. */
const EACH_ON_POSTGRES = 5

type Step = readonly [status: string, occurredAt: string]

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((one, at) =>
    permutations(all.filter((_other, other) => other !== at)).map((rest) => [one, ...rest]),
  )
}

const report = ({ orderId }: Pick<ReportableOrder, "orderId">, [status, occurredAt]: Step) =>
  aggregatorReport({ orderId, status, occurredAt, metadata: { courier: "Luis" } })

async function mirrorAt({ call }: Pick<TestHub, "call">, orderId: string) {
  return (await call("GET", `${ORDERS}/${orderId}?fields=aggregator`)).body.data.aggregator
}

eachDatabase((engine, open) => {
  const arrivals = permutations(STEPS).filter((_arrival, n) => engine === "sqlite" || n % EACH_ON_POSTGRES === 0)
  describe("an order whose home is the hub", () => {
    let hub: TestHub

    beforeAll(async () => {
      hub = await openTestHub(open)
    })

    it("shows the aggregator's report, and the record says so", async () => {
      const order = await reportable(hub)
      expect(await mirrorAt(hub, order.orderId)).toBeNull()
      const accepted = await hub.call("POST", AGGREGATOR, report(order, STEPS[0]))
      const { body } = await settled(hub, accepted)
      const { eventId, webhookEventId, firstReceivedAt } = accepted.body
      const current = { status: "ACCEPTED", occurredAt: STEPS[0][1], webhookEventId }
      expect(body.data).toEqual({
        webhookEventId,
        eventId,
        status: "processed",
        attempts: 1,
        result: { kind: "merged", current },
        error: null,
        firstReceivedAt,
      })
      expect(await mirrorAt(hub, order.orderId)).toMatchObject({
        channelCode: "GLOVO",
        status: "ACCEPTED",
        occurredAt: STEPS[0][1],
        metadata: { courier: "Luis" },
        eventId,
      })
    })

    it.each(arrivals.map((arrival) => [arrival.map(([status]) => status).join(", "), arrival] as const))(
      "shows the latest of two reports: %s",
      async (_what, arrival) => {
        const order = await reportable(hub)
        const latest = arrival.find(([, at]) => at === "2026-11-21T17:05:00Z")?.[0]
        let best = ""
        for (const step of arrival) {
          const { body } = await settled(hub, await hub.call("POST", AGGREGATOR, report(order, step)))
          const at = new Date(step[1]).toISOString()
          const advances = at > best
          if (advances) best = at
          expect(body.data).toMatchObject(
            advances
              ? { status: "processed", result: { kind: "merged", current: { status: step[0] } } }
              : { status: "ignored", result: { kind: "ignored", reason: "not_latest" } },
          )
        }
        expect((await mirrorAt(hub, order.orderId)).status).toBe(latest)
      },
    )

    it("shows the same when reports are processed as a group", async () => {
      const order = await reportable(hub)
      await Promise.all(STEPS.slice(0, 3).map((step) => hub.call("POST", AGGREGATOR, report(order, step))))
      await hub.hub.queue.settle()
      expect((await mirrorAt(hub, order.orderId)).status).toBe("PICKED_UP")
    })

    it.each([
      ["of one blank", " "],
      ["of a thousand signs", LONG_STATUS.slice(0, 1_000)],
      ["of half a mebibyte", LONG_STATUS],
    ])("shows a status %s as it was sent, and recognises its repeat", async (_what, status) => {
      const order = await reportable(hub)
      const first = report(order, [status, STEPS[0][1]])
      const accepted = await hub.call("POST", AGGREGATOR, first)
      expect([accepted.status, accepted.body.duplicate]).toEqual([202, false])
      await settled(hub, accepted)
      expect((await mirrorAt(hub, order.orderId)).status === status).toBe(true)
      const again = await hub.call("POST", AGGREGATOR, first)
      expect([again.status, again.body.duplicate]).toEqual([202, true])
      expect(again.body.webhookEventId).toBe(accepted.body.webhookEventId)
      const other = await hub.call("POST", AGGREGATOR, { ...first, status: `${status}!` })
      expect([other.status, other.body.duplicate]).toEqual([202, false])
    })

    it("accepts a moment without seconds, and returns it with seconds", async () => {
      const order = await reportable(hub)
      for (const step of [["PICKED_UP", "2026-11-21T12:05-05:00"], STEPS[1]] as const) {
        await settled(hub, await hub.call("POST", AGGREGATOR, report(order, step)))
      }
      const mirrored = { status: "PICKED_UP", occurredAt: "2026-11-21T12:05:00-05:00" }
      expect(await mirrorAt(hub, order.orderId)).toMatchObject(mirrored)
    })

    it("keeps the report through corrections and charges, and in lists", async () => {
      const order = await reportable(hub)
      await settled(hub, await hub.call("POST", AGGREGATOR, report(order, STEPS[0])))
      await hub.call("PUT", `${ORDERS}/${order.orderId}`, correction())
      const paid = await hub.call("POST", `${ORDERS}/${order.orderId}/confirm-payment`, charge({ id: order.orderId }))
      expect(paid.body.data.outcome).toBe("settled")
      expect((await mirrorAt(hub, order.orderId)).status).toBe("ACCEPTED")
      const listed = await hub.call("GET", `${ORDERS}?size=100`)
      const own = listed.body.data.orders.find(({ id }: { id: string }) => id === order.orderId)
      expect(own.aggregator.status).toBe("ACCEPTED")
    })
  })

  describe("an order whose home is a store", () => {
    it("shows the report on both sides, and keeps it when the store changes the order", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const order = await reportable(hub)
      await until(async () => (await box.call("GET", `${ORDERS}/${order.orderId}`)).status === 200)
      await box.whenSynced()
      await settled(hub, await hub.call("POST", AGGREGATOR, report(order, STEPS[1])))
      await until(async () => (await mirrorAt(box, order.orderId)) !== null)
      expect(await mirrorAt(box, order.orderId)).toEqual(await mirrorAt(hub, order.orderId))
      await settled(hub, await hub.call("POST", AGGREGATOR, report(order, STEPS[0])))
      await box.stop()
      await settled(hub, await hub.call("POST", AGGREGATOR, report(order, STEPS[2])))
      await box.restart()
      await box.call("POST", `${ORDERS}/${order.orderId}/confirm-payment`, charge({ id: "tx-away" }))
      await until(async () => (await mirrorAt(box, order.orderId)).status === "PICKED_UP")
      await box.whenSynced()
      const there = (await hub.call("GET", `${ORDERS}/${order.orderId}`)).body.data
      expect([there.status, there.aggregator.status]).toEqual(["COMPLETED", "PICKED_UP"])
    })

    it("arrives at the store with reports that came before it", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      await box.leave()
      const order = await reportable(hub)
      await settled(hub, await hub.call("POST", AGGREGATOR, report(order, STEPS[0])))
      await box.restart()
      await until(async () => (await box.call("GET", `${ORDERS}/${order.orderId}`)).status === 200)
      expect((await mirrorAt(box, order.orderId)).status).toBe("ACCEPTED")
    })
  })
})
