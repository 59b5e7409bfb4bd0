import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decideStage,
  KITCHEN_HISTORY_MAX,
  kitchenOf,
  recordOfReport,
  reportToKitchen,
  type StageReport,
} from "../../../../protocol/rules/kitchen/kitchen-stages.ts"
import { KITCHEN_STAGES, type KitchenStage } from "../../../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aTender, NOON } from "../../../kit/orders.ts"

const [PREPARING, READY, DISPATCHED] = KITCHEN_STAGES

function aReport(eventType: KitchenStage, over: Partial<StageReport> = {}): StageReport {
  return { eventId: "evt_0123456789ab", eventType, occurredAt: NOON, station: "grill", ...over }
}

function hear(order: OrderRecord, stages: readonly KitchenStage[]) {
  return stages.reduce((at, stage) => reportToKitchen(at, aReport(stage), NOON).order, order)
}

describe("kitchen stage", () => {
  it.each([
    [null, PREPARING, { advancing: true, reason: null, current: PREPARING }],
    [null, DISPATCHED, { advancing: true, reason: null, current: DISPATCHED }],
    [PREPARING, READY, { advancing: true, reason: null, current: READY }],
    [PREPARING, DISPATCHED, { advancing: true, reason: null, current: DISPATCHED }],
    [READY, READY, { advancing: false, reason: "same_stage", current: READY }],
    [READY, PREPARING, { advancing: false, reason: "regression", current: READY }],
    [DISPATCHED, READY, { advancing: false, reason: "regression", current: DISPATCHED }],
  ] as const)("at %s, hearing %s", (reached, reported, verdict) => {
    expect(decideStage(reached, reported)).toEqual(verdict)
  })

  it("is the highest one after every permutation of reports", () => {
    for (const first of KITCHEN_STAGES) {
      for (const second of KITCHEN_STAGES) {
        for (const third of KITCHEN_STAGES) {
          const order = hear(anOrder(), [first, second, third])
          const highest = Math.max(...[first, second, third].map((stage) => KITCHEN_STAGES.indexOf(stage)))
          expect(kitchenOf(order).stage).toBe(KITCHEN_STAGES[highest])
        }
      }
    }
  })

  it("never goes back, and the journey has the advancing reports", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KITCHEN_STAGES), { maxLength: 40 }), (stages) => {
        let [order, rank] = [anOrder(), -1]
        for (const stage of stages) {
          order = hear(order, [stage])
          const now = KITCHEN_STAGES.indexOf(kitchenOf(order).stage as KitchenStage)
          expect(now).toBe(Math.max(rank, KITCHEN_STAGES.indexOf(stage)))
          expect(kitchenOf(order).journey.at(-1)?.advancing).toBe(now > rank)
          rank = now
        }
        expect(kitchenOf(order).journey.length).toBe(Math.min(stages.length, KITCHEN_HISTORY_MAX))
      }),
    )
  })
})

describe("kitchen report on an order", () => {
  it("sets stage and time when it advances", () => {
    const before = anOrder()
    const { order, events } = reportToKitchen(before, aReport(READY, { occurredAt: "2026-11-21T17:29:00.000Z" }), NOON)
    expect(order.kitchen).toMatchObject({ stage: READY, at: "2026-11-21T17:29:00.000Z" })
    expect(order).toMatchObject({ status: "OPEN", sequence: before.sequence + 1, updatedAt: NOON })
    expect(events).toEqual([])
    expect(before.kitchen).toBeNull()
  })

  it("is only added to the journey, with its reason, when it does not advance", () => {
    const ready = hear(anOrder(), [READY])
    const late = aReport(PREPARING, { occurredAt: "2026-11-21T17:31:00.000Z" })
    const { order, verdict } = reportToKitchen(ready, late, NOON)
    expect(verdict).toEqual({ advancing: false, reason: "regression", current: READY })
    expect(order.kitchen).toMatchObject({ stage: READY, at: NOON })
    expect(kitchenOf(order).journey).toMatchObject([{ advancing: true }, { advancing: false, reason: "regression" }])
  })

  it("completes a paid open order when it is dispatched", () => {
    const paid = anOrder({ channel: "WEB", prepaid: { LINK: "6.5000" } })
    const { order, events } = reportToKitchen(hear(paid, [READY]), aReport(DISPATCHED), NOON)
    expect(order).toMatchObject({ status: "COMPLETED", completedAt: NOON, paymentStatus: "SUCCEEDED" })
    expect(events).toEqual([{ type: "order.completed", at: NOON }])
    const again = reportToKitchen(order, aReport(DISPATCHED), NOON)
    expect(again.events).toEqual([])
    expect(again.order.status).toBe("COMPLETED")
  })

  it("does not change the status of unpaid or closed orders", () => {
    expect(hear(anOrder(), [DISPATCHED]).status).toBe("OPEN")
    expect(hear(aSettledOrder({}, [aTender()]), [DISPATCHED]).status).toBe("COMPLETED")
    expect(hear({ ...anOrder(), status: "CANCELLED" }, [DISPATCHED]).status).toBe("CANCELLED")
  })

  it("is processed when it advances, else ignored with the reason", () => {
    expect(recordOfReport(decideStage(null, READY))).toEqual({
      status: "processed",
      result: { kind: "recorded", current: READY },
    })
    expect(recordOfReport(decideStage(READY, PREPARING))).toEqual({
      status: "ignored",
      result: { kind: "ignored", reason: "regression", current: READY },
    })
  })
})
