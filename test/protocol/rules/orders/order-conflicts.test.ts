import { describe, expect, it } from "vitest"
import { refuse } from "../../../../protocol/refusals.ts"
import { metadataOf } from "../../../../protocol/rules/orders/injection.ts"
import {
  addConflicts,
  causeOfRefusal,
  conflictDetail,
  conflictsOf,
  newConflicts,
  openConflicts,
  resolveConflict,
} from "../../../../protocol/rules/orders/order-conflicts.ts"
import type { OrderConflict } from "../../../../protocol/shapes/conflict.ts"
import { anOrder, NOON } from "../../../kit/orders.ts"

const PAYMENT: OrderConflict = { at: NOON, side: "hub", what: "payment", key: "tx-1", why: "The order is COMPLETED." }
const CORRECTION: OrderConflict = { ...PAYMENT, what: "correction" }
const LATER = "2026-11-21T18:00:00.000Z"
const RESOLUTION = { by: "device:manager-1", note: "refunded", now: LATER }

const order = anOrder()
const both = addConflicts(order, [PAYMENT, CORRECTION], NOON)

describe("conflicts of an order", () => {
  it("are added to its metadata and count as a change", () => {
    expect(both.metadata).toEqual({ ...order.metadata, conflicts: [PAYMENT, CORRECTION] })
    expect(both.sequence).toBe(order.sequence + 1)
  })

  it("are new only once per kind of write and key", () => {
    expect(newConflicts(order, [PAYMENT])).toEqual([PAYMENT])
    expect(newConflicts(both, [PAYMENT, { ...PAYMENT, key: "tx-2" }])).toEqual([{ ...PAYMENT, key: "tx-2" }])
  })

  it("are resolved once and stay on the order", () => {
    const resolved = resolveConflict(both, PAYMENT, RESOLUTION)
    if (!resolved) throw new Error("the conflict is open")
    expect(conflictsOf(resolved)).toEqual([
      { ...PAYMENT, resolved: { at: LATER, by: RESOLUTION.by, note: "refunded" } },
      CORRECTION,
    ])
    expect(openConflicts(resolved)).toEqual([CORRECTION])
    expect(resolveConflict(resolved, PAYMENT, RESOLUTION)).toBeNull()
    expect(resolveConflict(order, PAYMENT, RESOLUTION)).toBeNull()
  })

  it("cannot be set by the body that creates an order", () => {
    const sent = { orderId: "a-1", channel: "WEB", conflicts: [PAYMENT], metadata: { conflicts: [PAYMENT], table: 7 } }
    expect(metadataOf(sent)).toEqual({ order_id: "a-1", channel: { code: "WEB" }, table: 7 })
  })
})

describe("the reason of a conflict", () => {
  it.each([
    ["ORDER_NOT_OPEN", {}],
    ["CANCELLATION_POLICY_DENIED", { rule: "text" }],
    ["FISCAL_NUMBERING_FAILED", { said: "text" }],
  ] as const)("has the code of the refusal, and its text where no page can have one: %s", (code, params) => {
    expect(causeOfRefusal(refuse(code, "text"))).toEqual({ why: "text", reason: { code, params } })
  })

  it("is stored in the audit log as a code; one of an older version has only its text", () => {
    const cause = causeOfRefusal(refuse("CANCELLATION_POLICY_DENIED", "After 5 minutes"))
    expect(conflictDetail(PAYMENT)).toEqual({ what: "payment", why: PAYMENT.why })
    expect(conflictDetail({ ...PAYMENT, ...cause })).toEqual({
      ...{ what: "payment", conflict: "CANCELLATION_POLICY_DENIED", rule: "After 5 minutes" },
    })
  })
})
