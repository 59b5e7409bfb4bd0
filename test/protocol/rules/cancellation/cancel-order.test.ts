import { describe, expect, it } from "vitest"
import { dayCloseStep, figuresOf } from "../../../../protocol/rules/business-day/day-close.ts"
import {
  beginRefund,
  cancelOrder,
  paidMoney,
  withdrawRefund,
} from "../../../../protocol/rules/cancellation/cancel-order.ts"
import { cashSalesOf } from "../../../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aStore, aTender, charge } from "../../../kit/orders.ts"

const LATER = "2026-11-21T17:45:00.000Z"
const ID = "0190a000-0000-7000-8000-00000000000f"
const CANCELLATION = { reason: "Sin repartidor", type: null, note: null, group: "other", by: "apikey:k" } as const
const OPEN_DAY = { closed: false, active: "2026-11-21" }

const REFUNDED = { method: "LINK", amount: "65000", by: "provider", reference: "r-1" } as const

const there = <T>(value: T | null): T => {
  if (value === null) throw new Error("the rule took no step")
  return value
}
const cancel = (order: OrderRecord) =>
  there(cancelOrder(order, { cancellation: CANCELLATION, refunds: [], now: LATER }))
const begun = (order: OrderRecord) => there(beginRefund(order, { id: ID, cancellation: CANCELLATION, now: LATER }))

describe("cancelled order", () => {
  it.each([
    ["that nobody paid", anOrder({ declared: { CARD: "6.50" } }), "CANCELED", undefined],
    ["with a declined tender", chargeDeclined(), "CANCELED", undefined],
    [
      "that came prepaid",
      anOrder({ channel: "WEB", prepaid: { LINK: "6.50" } }),
      "CANCELED",
      { toReturn: [{ method: "LINK", amount: "65000" }] },
    ],
  ])("%s is %s, and keeps its amounts", (_what, order, paymentStatus, toReturn: object = {}) => {
    const { order: after, events } = cancel(order)
    expect(after).toEqual({
      ...order,
      status: "CANCELLED",
      paymentStatus,
      updatedAt: LATER,
      sequence: order.sequence + 1,
      metadata: { ...order.metadata, cancellation: { ...CANCELLATION, at: LATER, refunds: [], ...toReturn } },
    })
    expect(events).toEqual([{ type: "order.cancelled", at: LATER }])
  })

  it("is no sale of its day, and its cash adds up to zero", () => {
    const paid = anOrder({ channel: "WEB", prepaid: { CASH: "6.50" } })
    const { order } = cancel(paid)
    expect(figuresOf([paid], aStore())[0]).toMatchObject({ gross: 65000, cancellations: { transactions: 0 } })
    expect(figuresOf([order], aStore())[0]).toMatchObject({
      gross: 0,
      cancellations: { transactions: 1, amount: 65000 },
    })
    const window = { shiftStart: "2026-11-21T00:00:00Z", shiftEnd: "2026-11-22T00:00:00Z", currency: "USD" }
    const sold = { ...anOrder(), payments: chargedInCash().payments }
    expect(cashSalesOf([sold], window)).toBe(65000)
    expect(cashSalesOf([cancel(sold).order], window)).toBe(0)
  })
})

describe("paidMoney", () => {
  it("has one row per method, and none for an unpaid order", () => {
    expect(paidMoney(anOrder({ declared: { CARD: "6.50" } }))).toEqual([])
    expect(paidMoney(anOrder({ channel: "WEB", total: 10, prepaid: { LINK: "4", CASH: "6" } }))).toEqual([
      { method: "LINK", amount: "40000" },
      { method: "CASH", amount: "60000" },
    ])
    expect(paidMoney(anOrder({ channel: "WEB", total: 0, prepaid: { LINK: 0 } }))).toEqual([])
  })
})

describe("refund by a payment provider", () => {
  const paid = anOrder({ channel: "WEB", prepaid: { LINK: "6.50" } })

  it("marks the order, which a close counts as cancelled and does not change", () => {
    const marked = begun(paid)
    expect(marked).toMatchObject({ status: "OPEN", paymentStatus: "SUCCEEDED", cancelling: { id: ID } })
    expect(dayCloseStep(marked, LATER)).toBeNull()
    expect(figuresOf([marked], aStore())[0]).toMatchObject({ gross: 0, cancellations: { transactions: 1 } })
  })

  it("cancels the order and removes the mark when it succeeds", () => {
    const { order } = there(cancelOrder(begun(paid), { cancellation: CANCELLATION, refunds: [REFUNDED], now: LATER }))
    expect(order).not.toHaveProperty("cancelling")
    expect(order).toMatchObject({ status: "CANCELLED", paymentStatus: "REFUNDED" })
  })

  it("restores the order when it is refused", () => {
    const after = there(withdrawRefund(begun(paid), { day: OPEN_DAY, now: LATER }))
    expect(after).toEqual({ ...paid, updatedAt: LATER, sequence: paid.sequence + 2 })
  })

  it.each([
    ["the active day", { closed: true, active: "2026-11-23" }, "2026-11-23"],
    ["the day after, where none is active yet", { closed: true, active: "2026-11-21" }, "2026-11-22"],
    ["its own day while that is open", OPEN_DAY, "2026-11-21"],
  ])("moves the order to %s when it is refused after a close", (_what, day, expected) => {
    expect(there(withdrawRefund(begun(paid), { day, now: LATER })).businessDayDate).toBe(expected)
  })
})

function chargedInCash(): OrderRecord {
  const charged = charge(anOrder(), [aTender()])
  if (!("order" in charged)) throw new Error("not charged")
  return charged.order
}

function chargeDeclined(): OrderRecord {
  const charged = charge(anOrder(), [aTender({ status: "declined", method: "CARD" })])
  if (!("order" in charged)) throw new Error("not declined")
  return charged.order
}
