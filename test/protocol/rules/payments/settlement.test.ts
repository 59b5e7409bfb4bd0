import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { fromText } from "../../../../protocol/money.ts"
import { isRefusal, type Refusal } from "../../../../protocol/refusals.ts"
import { type PaymentOutcome, totalOf } from "../../../../protocol/rules/payments/settlement.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { accepted, anOrder, aSettledOrder, aTender, charge, NOON } from "../../../kit/orders.ts"

const LATER = "2026-11-21T18:00:00.000Z"

function refused(order: OrderRecord, ...payments: ReturnType<typeof aTender>[]) {
  const answer = charge(order, payments)
  return isRefusal(answer) ? answer : Promise.reject(new Error("was not refused"))
}

describe("charge that equals the total", () => {
  it("completes the order with its event and the real tenders", () => {
    const order = anOrder({ declared: { CARD: "6.5" } })
    const { outcome, order: after, events, declines } = accepted<PaymentOutcome>(charge(order, [aTender()], LATER))
    expect([outcome, events, declines]).toEqual(["settled", [{ type: "order.completed", at: LATER }], []])
    expect(after).toMatchObject({
      status: "COMPLETED",
      paymentStatus: "SUCCEEDED",
      completedAt: LATER,
      updatedAt: LATER,
      paymentMethods: [{ method: "CASH", amount: "65000" }],
      revision: order.revision,
      sequence: order.sequence + 1,
    })
    expect(after.settlement).toEqual({
      status: "settled",
      origin: "ledger",
      paidSoFar: "65000",
      total: "65000",
      currencyCode: "USD",
      tenderCount: 1,
      declinedCount: 0,
      amountMismatch: false,
      declaredMethods: ["CARD"],
    })
  })

  it("may be split, with one row per method", () => {
    const sent = [
      aTender({ amount: 2, method: "CASH" }),
      aTender({ amount: "3.5000", method: "CARD" }),
      aTender({ amount: 1, method: "CASH" }),
    ]
    const { order } = accepted<PaymentOutcome>(charge(anOrder(), sent))
    expect(order.paymentMethods).toEqual([
      { method: "CASH", amount: "30000" },
      { method: "CARD", amount: "35000" },
    ])
    expect(order.settlement).toMatchObject({ tenderCount: 3, declinedCount: 0 })
  })

  it("may include declined tenders, which are stored", () => {
    const sent = [
      aTender({ status: "declined", method: "CARD", decline_reason: "expired_card" }),
      aTender({ occurred_at: "2026-11-21T12:31:00-05:00" }),
    ]
    const { outcome, order, declines } = accepted<PaymentOutcome>(charge(anOrder(), sent))
    expect([outcome, order.settlement?.tenderCount, order.settlement?.declinedCount]).toEqual(["settled", 1, 1])
    expect(order.payments.map(({ status }) => status)).toEqual(["declined", "approved"])
    expect(order.paymentMethods).toEqual([{ method: "CASH", amount: "65000" }])
    expect(declines).toHaveLength(1)
  })

  it("may be a tender of 0 for an order of 0", () => {
    const { outcome } = accepted<PaymentOutcome>(charge(anOrder({ total: 0 }), [aTender({ amount: 0 })]))
    expect(outcome).toBe("settled")
  })

  it("stores the tender scaled, in UTC, with its cashier", () => {
    const sent = aTender({ transaction_id: "t-1", operator_uid: "ana", occurred_at: "2026-11-21T12:31:00-05:00" })
    expect(accepted<PaymentOutcome>(charge(anOrder(), [sent])).order.payments).toEqual([
      {
        transactionId: "t-1",
        status: "approved",
        amount: "65000",
        currencyCode: "USD",
        method: "CASH",
        occurredAt: "2026-11-21T17:31:00.000Z",
        operatorUid: "ana",
      },
    ])
  })

  it("stores tenders oldest first, in whatever order they came", () => {
    const declined = (id: string, minute: number) =>
      aTender({ transaction_id: id, status: "declined", occurred_at: `2026-11-21T12:${minute}:00-05:00` })
    const once = accepted<PaymentOutcome>(charge(anOrder(), [declined("c", 40), declined("a", 10)])).order
    const twice = accepted<PaymentOutcome>(charge(once, [declined("b", 20), declined("a2", 10)])).order
    expect(twice.payments.map(({ transactionId }) => transactionId)).toEqual(["a", "a2", "b", "c"])
  })
})

describe("charge that does not equal the total", () => {
  test.each([
    ["one is short", [6.49]],
    ["one is over", [6.51]],
    ["a split is short", [3, 3]],
    ["nothing at all was approved", [0]],
  ])("is AMOUNT_MISMATCH for %s and writes nothing", async (_, amounts) => {
    const order = anOrder()
    const before = structuredClone(order)
    const declined = aTender({ status: "declined", decline_reason: "expired_card" })
    const answer = await refused(order, ...amounts.map((amount) => aTender({ amount })), declined)
    expect([answer.refused, answer.data]).toEqual([
      "AMOUNT_MISMATCH",
      { total: "65000", approved: String(Math.round(amounts.reduce((a, b) => a + b, 0) * 10_000)) },
    ])
    expect(order).toEqual(before)
  })
})

describe("declined tenders", () => {
  test.each([
    ["in the catalogue", "insufficient_funds", { declineReasonCode: "insufficient_funds", declineGroup: "funds" }],
    ["not in the catalogue", "martian_card", {}],
    ["no longer active", "retired_code", {}],
  ])("with a code that is %s", (_, sent, found) => {
    const tender = aTender({ transaction_id: "t-1", status: "declined", method: "CARD", decline_reason: sent })
    const { outcome, order, declines, events } = accepted<PaymentOutcome>(charge(anOrder(), [tender]))
    expect([outcome, events, order.status, order.paymentStatus]).toEqual(["declined", [], "OPEN", "PENDING"])
    expect(order.settlement).toMatchObject({ status: "declined", paidSoFar: "0", tenderCount: 0, declinedCount: 1 })
    expect(declines).toEqual([
      { transactionId: "t-1", sent, resolvedTo: "declineReasonCode" in found ? found.declineReasonCode : null },
    ])
    const { declineReason, declineReasonCode, declineGroup } = order.payments[0] ?? {}
    expect({ declineReason, declineReasonCode, declineGroup }).toEqual({ declineReason: sent, ...found })
    expect(order.completedAt).toBeNull()
  })

  it("without a code resolve to null", () => {
    const { declines, order } = accepted<PaymentOutcome>(charge(anOrder(), [aTender({ status: "declined" })]))
    expect(declines).toMatchObject([{ sent: null, resolvedTo: null }])
    expect(order.payments[0]).not.toHaveProperty("declineReason")
  })

  it("do not change the declared methods and may have any amount", () => {
    const order = anOrder({ declared: { CARD: "6.5" } })
    const { order: after } = accepted<PaymentOutcome>(charge(order, [aTender({ status: "declined", amount: 9999 })]))
    expect(after.paymentMethods).toEqual(order.paymentMethods)
  })

  it("keep the catalogue's group from when they were written", () => {
    const tender = aTender({ status: "declined", decline_reason: "expired_card" })
    const order = accepted<PaymentOutcome>(charge(anOrder(), [tender])).order
    const frozen = { ...order, payments: order.payments.map((known) => ({ ...known, declineReasonCode: "old_code" })) }
    const again = accepted<PaymentOutcome>(charge(frozen, [tender]))
    expect([again.outcome, again.declines[0]?.resolvedTo]).toEqual(["duplicate", "old_code"])
    expect(again.order).toBe(frozen)
  })

  it("do not prevent a later charge", () => {
    const once = accepted<PaymentOutcome>(charge(anOrder(), [aTender({ status: "declined" })])).order
    const { outcome, order } = accepted<PaymentOutcome>(charge(once, [aTender()]))
    expect([outcome, order.settlement?.tenderCount, order.settlement?.declinedCount]).toEqual(["settled", 1, 1])
  })
})

describe("repeated charge", () => {
  const tender = aTender()
  const settled = aSettledOrder({}, [tender])

  test.each<[string, OrderRecord]>([
    ["completed", settled],
    ["cancelled since", { ...settled, status: "CANCELLED", paymentStatus: "REFUNDED" }],
    ["force-closed since", { ...settled, status: "FORCE_CLOSED" }],
  ])("is a duplicate that changes nothing on an order that is %s", (_, order) => {
    const again = accepted<PaymentOutcome>(charge(order, [tender], LATER))
    expect([again.outcome, again.events]).toEqual(["duplicate", []])
    expect(again.order).toBe(order)
  })

  it("is a duplicate with a part of the tenders or another spelling of the amount", () => {
    const [a, b] = [aTender({ amount: 3 }), aTender({ amount: 3.5 })]
    const order = aSettledOrder({}, [a, b])
    expect(charge(order, [b])).toMatchObject({ outcome: "duplicate" })
    expect(charge(order, [{ ...a, amount: "3.0000" }])).toMatchObject({ outcome: "duplicate" })
  })

  test.each([
    ["amount", { amount: 1 }],
    ["status", { status: "declined" as const }],
    ["method", { method: "CARD" }],
  ])("is a CONFLICT with another %s", async (_, other) => {
    const answer = await refused(settled, { ...tender, ...other })
    expect([answer.refused, answer.data?.transactionId]).toEqual(["CONFLICT", tender.transaction_id])
  })

  it("is ORDER_NOT_OPEN with an additional tender on a settled order", async () => {
    expect((await refused(settled, tender, aTender())).refused).toBe("ORDER_NOT_OPEN")
  })
})

describe("order that takes no tender", () => {
  const open = anOrder()
  test.each<[string, OrderRecord, string]>([
    ["COMPLETED", aSettledOrder({}, [aTender()]), "COMPLETED"],
    ["CANCELLED", { ...open, status: "CANCELLED" }, "CANCELLED"],
    ["FORCE_CLOSED", { ...open, status: "FORCE_CLOSED" }, "FORCE_CLOSED"],
    ["OPEN, but prepaid", anOrder({ channel: "WEB", prepaid: { CARD: "6.5" } }), "OPEN"],
  ])("refuses with ORDER_NOT_OPEN and its status: %s", async (_, order, orderStatus) => {
    for (const tender of [aTender(), aTender({ status: "declined" }), aTender({ amount: 1 })]) {
      const answer = await refused(order, tender)
      expect([answer.refused, answer.data]).toEqual(["ORDER_NOT_OPEN", { orderStatus, currentRevision: 1 }])
    }
  })
})

describe("faults of a request", () => {
  const AMOUNT = "must be an amount from 0 to 1000000000 with at most 4 decimals"
  test.each([
    ["a fifth decimal", [aTender({ amount: 6.50001 })], "payments.0.amount", AMOUNT],
    ["a negative amount", [aTender(), aTender({ amount: -1 })], "payments.1.amount", AMOUNT],
    [
      "another currency",
      [aTender({ currency_code: "COP" })],
      "payments.0.currency_code",
      "must be the order's currency, USD",
    ],
    [
      "an id twice",
      [aTender({ transaction_id: "t-1", amount: 3 }), aTender({ transaction_id: "t-1", amount: 3.5 })],
      "payments.1.transaction_id",
      "stands twice in this request",
    ],
  ])("%s", async (_, sent, path, message) => {
    const answer = await refused(anOrder(), ...sent)
    expect([answer.refused, answer.details]).toEqual(["VALIDATION_ERROR", [{ path, message }]])
  })
})

describe("charge of random tenders", () => {
  const tenders = fc.array(
    fc.record({
      amount: fc.integer({ min: 0, max: 70_000 }).map((scaled) => scaled / 10_000),
      status: fc.constantFrom("approved" as const, "approved" as const, "declined" as const),
      method: fc.constantFrom("CASH", "CARD", "LINK"),
    }),
    { minLength: 1, maxLength: 5 },
  )
  /** Half of the time the last approved tender makes the sum right. */
  const requests = fc.array(fc.tuple(tenders, fc.boolean()), { minLength: 1, maxLength: 4 })

  it("is all or nothing, and the paid methods equal its approved tenders", () => {
    fc.assert(
      fc.property(requests, (sent) => {
        let order = anOrder({ total: 7 })
        for (const [drafts, fix] of sent) {
          const rest = drafts.reduce((left, { amount, status }) => left - (status === "approved" ? amount : 0), 7)
          const extra = fix && rest >= 0 ? [aTender({ amount: Number(rest.toFixed(4)) })] : []
          const answer = charge(order, [...drafts.map((draft) => aTender(draft)), ...extra])
          if (!isRefusal(answer)) order = answer.order
          expectAllOrNothing(order, answer)
        }
      }),
    )
  })

  function expectAllOrNothing(order: OrderRecord, answer: PaymentOutcome | Refusal): void {
    const approved = order.payments.filter(({ status }) => status === "approved")
    const paid = approved.reduce((all, { amount }) => all + fromText(amount), 0)
    expect([0, totalOf(order)]).toContain(paid)
    expect(order.settlement?.paidSoFar).toBe(String(paid))
    expect(order.settlement?.tenderCount).toBe(approved.length)
    expect(order.settlement?.declinedCount).toBe(order.payments.length - approved.length)
    expect(order.status === "COMPLETED").toBe(approved.length > 0)
    expect(order.status === "COMPLETED").toBe(order.completedAt !== null)
    if (order.status === "COMPLETED") {
      expect(order.paymentMethods.reduce((all, { amount }) => all + fromText(amount), 0)).toBe(totalOf(order))
    }
    if (isRefusal(answer)) expect(["AMOUNT_MISMATCH", "ORDER_NOT_OPEN"]).toContain(answer.refused)
    expect(order.updatedAt).toBe(NOON)
  }
})
