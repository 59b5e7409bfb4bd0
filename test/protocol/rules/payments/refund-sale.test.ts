import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { cashOfDay, figuresOf } from "../../../../protocol/rules/business-day/day-close.ts"
import { rowsOfOrder } from "../../../../protocol/rules/business-day/day-rows.ts"
import { cashOfShift, markShifts } from "../../../../protocol/rules/cash/cash-moves.ts"
import {
  isFullyRefunded,
  refundableOf,
  refundSale,
  type SaleRefundContext,
  type SaleRefundRequest,
} from "../../../../protocol/rules/payments/refund-sale.ts"
import type { OrderLine, OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aStore, aTender } from "../../../kit/orders.ts"

const AT: SaleRefundContext = {
  ...{ businessDayDate: "2026-11-22", by: "device:pos-1", approvedBy: "Rosa", operatorUid: "op-1" },
  ...{ providerMethods: ["LINK"], now: "2026-11-22T17:00:00.000Z" },
}
const SHIFT = "01a1ff43-dd00-75bb-8174-b7b3b4791b01"
let drawn = 0

function line(lineId: string, unitPrice: number, quantity = 1): OrderLine {
  const words = { productId: lineId, name: lineId, taxes: [], modifiers: [], notes: null, stationCode: null }
  return { ...words, lineId, quantity, unitPrice: String(unitPrice * 10_000) }
}

function sale(lines: OrderLine[], totals: Record<string, number>, paid: Record<string, number>): OrderRecord {
  return {
    ...aSettledOrder({}, [aTender({ method: "CASH" })]),
    orderLines: lines,
    totals: Object.entries(totals).map(([code, amount]) => ({ code, amount: String(Math.round(amount * 10_000)) })),
    paymentMethods: Object.entries(paid).map(([method, amount]) => ({ method, amount: String(amount * 10_000) })),
  }
}

function refund(
  order: OrderRecord,
  request: Partial<SaleRefundRequest> = {},
  context: Partial<SaleRefundContext> = {},
) {
  drawn += 1
  return refundSale(order, { refundId: `r-${drawn}`, reason: "Cold food", ...request }, { ...AT, ...context })
}

function refunded(order: OrderRecord, request: Partial<SaleRefundRequest> = {}): OrderRecord {
  const after = refund(order, request)
  if (isRefusal(after)) throw new Error(after.message)
  return after
}

const TWO = sale([line("burger", 6, 3), line("soda", 2)], { DISCOUNT: -2, TIP: 1, TOTAL: 19 }, { CASH: 10, CARD: 9 })

describe("the refund of a sale", () => {
  it("without lines or amount returns all that was paid, by the methods that were paid with", () => {
    const after = refunded(TWO)
    expect(after).toMatchObject({
      ...{ status: "COMPLETED", paymentStatus: "SUCCEEDED", sequence: TWO.sequence + 1 },
      metadata: { refunded: "190000" },
    })
    expect(after.refunds).toMatchObject([
      {
        ...{ at: AT.now, businessDayDate: "2026-11-22", by: "device:pos-1", approvedBy: "Rosa", operatorUid: "op-1" },
        ...{ amount: "190000", reason: "Cold food" },
        tenders: [
          { method: "CASH", amount: "100000", provider: null },
          { method: "CARD", amount: "90000", provider: null },
        ],
      },
    ])
    expect(isFullyRefunded(after)).toBe(true)
    expect(refundableOf(after)).toEqual({ amount: 0, lines: [], methods: [] })
  })

  it("of lines returns their price with their share of the discount, and never the tip", () => {
    expect(refundableOf(TWO).lines).toEqual([
      { lineId: "burger", quantity: 3, amount: 162_000 },
      { lineId: "soda", quantity: 1, amount: 18_000 },
    ])
    const after = refunded(TWO, { lines: [{ lineId: "burger", quantity: 1 }] })
    expect(after.refunds?.[0]).toMatchObject({ amount: "54000", lines: [{ lineId: "burger", quantity: 1 }] })
    expect(refundableOf(after)).toMatchObject({ amount: 136_000, lines: [{ quantity: 2, amount: 108_000 }, {}] })
    expect(isFullyRefunded(after)).toBe(false)
  })

  it("of every piece alone adds up to the line to the cent, in whatever order", () => {
    const thirds = sale([line("a", 1, 3), line("b", 1, 3)], { TOTAL: 9.99 }, { CASH: 9.99 })
    let order = thirds
    for (const lineId of ["b", "a", "a", "b", "a", "b"]) order = refunded(order, { lines: [{ lineId, quantity: 1 }] })
    expect(refundableOf(order)).toEqual({ amount: 0, lines: [], methods: [] })
    expect(order.refunds?.every(({ amount }) => Number(amount) % 100 === 0)).toBe(true)
  })

  it("in a currency without decimals returns whole units", () => {
    const pesos = { ...sale([line("a", 1000, 3)], { TOTAL: 1000 }, { CASH: 1000 }), currencyCode: "CLP" }
    expect(refunded(pesos, { lines: [{ lineId: "a", quantity: 1 }] }).refunds?.[0]?.amount).toBe("3330000")
  })

  it("is recorded once under its refundId", () => {
    const after = refunded(TWO, { refundId: "again", amount: 10_000 })
    expect(refund(after, { refundId: "again", amount: 10_000 })).toBe(after)
  })

  it("may go in cash where a card of the store paid, and lowers what the card may take back", () => {
    const after = refunded(TWO, { amount: 150_000, method: "CASH" })
    expect(refundableOf(after)).toMatchObject({ amount: 40_000, methods: [{ method: "CARD", amount: 40_000 }] })
  })

  it.each([
    ["more than is left", { amount: 190_001 }, "CONFLICT"],
    ["nothing", { amount: 0 }, "CONFLICT"],
    ["no line", { lines: [] }, "VALIDATION_ERROR"],
    ["a line that is not there", { lines: [{ lineId: "x", quantity: 1 }] }, "VALIDATION_ERROR"],
    ["more of a line than was sold", { lines: [{ lineId: "soda", quantity: 2 }] }, "VALIDATION_ERROR"],
    ["a line twice", { lines: ["soda", "soda"].map((lineId) => ({ lineId, quantity: 0.5 })) }, "VALIDATION_ERROR"],
    ["more of a card than it paid", { amount: 95_000, method: "CARD" }, "VALIDATION_ERROR"],
    ["money of a method that paid nothing", { amount: 1, method: "X" }, "VALIDATION_ERROR"],
  ])("of %s is refused", (_what, request, code) => {
    expect(refund(TWO, request)).toMatchObject({ refused: code })
  })

  it("of an order that is open, unpaid or cancelled is refused", () => {
    for (const order of [
      anOrder(),
      { ...TWO, status: "CANCELLED" as const },
      anOrder({ channel: "WEB", prepaid: { CASH: 6.5 } }),
    ])
      expect(refund(order)).toMatchObject({ refused: "CONFLICT" })
  })

  it("by a provider's method is refused, and cash may not stand in for it", () => {
    const linked = sale([line("a", 10)], { TOTAL: 10 }, { LINK: 10 })
    expect(refund(linked)).toMatchObject({ refused: "REFUND_FAILED", data: { method: "LINK" } })
    expect(refund(linked, { method: "CASH" })).toMatchObject({
      refused: "VALIDATION_ERROR",
    })
  })
})

describe("the money of a refund", () => {
  const SOLD = aSettledOrder({}, [aTender({ method: "CASH" })])
  const day = (order: OrderRecord, date: string) =>
    rowsOfOrder(order).filter(({ businessDayDate }) => businessDayDate === date)

  it("leaves the drawer in the shift that gave it back, and the sale in its own day", () => {
    const after = markShifts(SOLD, refunded(SOLD, { amount: 20_000 }), () => SHIFT)
    expect(cashOfShift([after], { shiftId: SHIFT, currency: "USD" })).toBe(-20_000)
    expect(cashOfDay(day(after, "2026-11-22"), "USD")).toBe(-20_000)
    expect(cashOfDay(day(after, SOLD.businessDayDate), "USD")).toBe(cashOfDay(rowsOfOrder(SOLD), "USD"))
  })

  it("stands under its method in the figures of its day", () => {
    const [figures] = figuresOf([refunded(SOLD, { amount: 20_000 })], aStore())
    expect(figures).toMatchObject({ gross: 65_000, refunds: [{ code: "CASH", transactions: 1, amount: 20_000 }] })
  })
})
