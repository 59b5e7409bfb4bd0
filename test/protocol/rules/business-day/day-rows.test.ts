import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cashOfDay, figuresOf, figuresOfRows, lateArrivals } from "../../../../protocol/rules/business-day/day-close.ts"
import { addRows, changeOfRows, type DayRow, rowsOfOrder } from "../../../../protocol/rules/business-day/day-rows.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aStore, aTender } from "../../../kit/orders.ts"

const STORE = aStore()
const short = ({ kind, code, transactions, amount }: DayRow) => [kind, code, transactions, amount]

describe("rows of an order", () => {
  it("hold method, channel, quarter of an hour and the cashier's cash", () => {
    const order = aSettledOrder({ createdAt: "2026-11-21T12:44:59-05:00" }, [aTender({ operator_uid: "ana" })])
    expect(rowsOfOrder(order).map(short)).toEqual([
      ["method", "CASH", 1, 65_000],
      ["channel", "POS", 1, 65_000],
      ["quarter", "2026-11-21T17:30", 1, 65_000],
      ["cash", "ana", 1, 65_000],
    ])
  })

  it("are empty while it is open and unpaid", () => {
    expect(rowsOfOrder(anOrder())).toEqual([])
  })

  it("become a cancellation without cash when it is cancelled", () => {
    const sold = aSettledOrder({}, [aTender()])
    const cancelled = { ...sold, status: "CANCELLED", paymentStatus: "REFUNDED" } as OrderRecord
    const kept = addRows([...rowsOfOrder(sold), ...changeOfRows(sold, cancelled)])
    expect(kept.map(short)).toEqual([["cancelled", "", 1, 65_000]])
  })

  it("move to another day together with the order", () => {
    const sold = aSettledOrder({}, [aTender()])
    const moved = { ...sold, businessDayDate: "2026-11-22" }
    const kept = addRows([...rowsOfOrder(sold), ...changeOfRows(sold, moved)])
    expect(new Set(kept.map(({ businessDayDate }) => businessDayDate))).toEqual(new Set(["2026-11-22"]))
  })

  it("are empty for a change that affects no figure", () => {
    const sold = aSettledOrder({}, [aTender()])
    expect(changeOfRows(sold, { ...sold, updatedAt: "2026-11-21T20:00:00.000Z" })).toEqual([])
  })
})

/** Any order at any time of its life. */
const order = fc
  .record({
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    tip: fc.integer({ min: 0, max: 500 }),
    channel: fc.constantFrom("POS", "KIOSK", "WEB"),
    method: fc.constantFrom("CASH", "CARD"),
    operatorUid: fc.constantFrom("ana", "luis"),
    currencyCode: fc.constantFrom("USD", "VES"),
    businessDayDate: fc.constantFrom("2026-11-21", "2026-11-22"),
    minute: fc.integer({ min: 0, max: 1439 }),
    status: fc.constantFrom("OPEN", "COMPLETED", "CANCELLED", "FORCE_CLOSED"),
    isPaid: fc.boolean(),
  })
  .map(({ cents, tip, method, status, isPaid, minute, businessDayDate, ...rest }) => {
    const total = (cents / 100).toFixed(2)
    const made = anOrder({
      ...rest,
      createdAt: new Date(Date.UTC(2026, 10, 21, 5, minute)).toISOString(),
      ...(isPaid && { prepaid: { [method]: total } }),
      totals: [
        { code: "TOTAL", amount: total },
        { code: "TIP", amount: (Math.min(tip, cents) / 100).toFixed(2) },
      ],
    })
    return { ...made, businessDayDate, status } as OrderRecord
  })

describe("stored rows", () => {
  it("equal the rows of all orders after random changes", () => {
    const life = fc.array(order, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(life, { maxLength: 8 }), (lives) => {
        const kept: DayRow[] = []
        for (const states of lives) {
          let before: OrderRecord | null = null
          for (const after of states) {
            kept.push(...changeOfRows(before, after))
            before = after
          }
        }
        const last = lives.map((states) => states.at(-1) as OrderRecord)
        for (const date of ["2026-11-21", "2026-11-22"]) {
          const rows = kept.filter(({ businessDayDate }) => businessDayDate === date)
          const orders = last.filter(({ businessDayDate }) => businessDayDate === date)
          expect(figuresOfRows(rows, STORE)).toEqual(figuresOf(orders, STORE))
          for (const operator of ["ana", "luis", undefined]) {
            expect(cashOfDay(rows, "USD", operator)).toBe(cashByHand(orders, operator))
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

/** What a person would add up from the receipts. */
function cashByHand(orders: readonly OrderRecord[], operator: string | undefined): number {
  let cash = 0
  for (const { status, channel, operatorUid, currencyCode, paymentMethods, settlement } of orders) {
    if (status === "CANCELLED" || settlement?.origin !== "intake" || channel === "WEB") continue
    if (currencyCode !== "USD" || (operator && operator !== operatorUid)) continue
    for (const { method, amount } of paymentMethods) if (method === "CASH") cash += Number(amount)
  }
  return cash
}

describe("late arrivals", () => {
  const sold = aSettledOrder({}, [aTender()])
  const closed = figuresOf([sold], STORE)

  it("are empty when nothing arrived", () => {
    expect(lateArrivals(closed, closed)).toEqual([])
  })

  it("are listed by currency and method", () => {
    const late = [anOrder({ prepaid: { CARD: "6.5" } }), anOrder({ prepaid: { CASH: "6.5" }, currencyCode: "VES" })]
    const nothing = { transactions: 0, amount: 0 }
    expect(lateArrivals(closed, figuresOf([sold, ...late], STORE))).toEqual([
      {
        currencyCode: "USD",
        transactions: 1,
        gross: 65_000,
        methods: [{ code: "CARD", transactions: 1, amount: 65_000 }],
        cancellations: nothing,
      },
      {
        currencyCode: "VES",
        transactions: 1,
        gross: 65_000,
        methods: [{ code: "CASH", transactions: 1, amount: 65_000 }],
        cancellations: nothing,
      },
    ])
  })

  it("may be a cancellation of a counted sale", () => {
    const cancelled = { ...sold, status: "CANCELLED", paymentStatus: "REFUNDED" } as OrderRecord
    expect(lateArrivals(closed, figuresOf([cancelled], STORE))).toMatchObject([
      { transactions: -1, gross: -65_000, cancellations: { transactions: 1, amount: 65_000 } },
    ])
  })
})
