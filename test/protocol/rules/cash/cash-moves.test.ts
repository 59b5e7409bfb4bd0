import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { cashSalesOf, movesOf, operatorHasSales } from "../../../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { accepted, anOrder, aSettledOrder, aTender, NOON } from "../../../kit/orders.ts"

const WINDOW = { shiftStart: "2026-11-21T13:00:00.000Z", shiftEnd: "2026-11-21T21:00:00.000Z", currency: "USD" }

describe("cash sales of a shift", () => {
  const at = (occurred_at: string) => aSettledOrder({}, [aTender({ occurred_at })])
  const cancelled: OrderRecord = { ...aSettledOrder({}, [aTender()]), status: "CANCELLED", paymentStatus: "REFUNDED" }
  const prepaid = (channel: string, createdAt = NOON) =>
    anOrder({ channel, createdAt, prepaid: { CASH: 6, CARD: "0.5" } })

  test.each<[string, OrderRecord, number]>([
    ["a cash tender", at(NOON), 65_000],
    ["at the very start", at("2026-11-21T08:00:00-05:00"), 65_000],
    ["a moment before the start", at("2026-11-21T07:59:59.999-05:00"), 0],
    ["a moment before the end", at("2026-11-21T15:59:59.999-05:00"), 65_000],
    ["at the very end: the next shift's", at("2026-11-21T16:00:00-05:00"), 0],
    ["a card tender", aSettledOrder({}, [aTender({ method: "CARD" })]), 0],
    [
      "the cash of a split",
      aSettledOrder({}, [aTender({ amount: 2 }), aTender({ amount: 4.5, method: "CARD" })]),
      20_000,
    ],
    [
      "a declined tender",
      accepted<OrderRecord>({ ...anOrder(), payments: [{ ...at(NOON).payments[0], status: "declined" }] }),
      0,
    ],
    ["cash that an open order only declared", anOrder({ declared: { CASH: "6.5" } }), 0],
    ["an order cancelled since: the money went back", cancelled, 0],
    ["prepaid at a register", prepaid("POS"), 60_000],
    ["prepaid at a kiosk", prepaid("KIOSK"), 60_000],
    ["prepaid on the web: never in this drawer", prepaid("WEB"), 0],
    ["prepaid at a register, before the shift", prepaid("POS", "2026-11-21T07:00:00-05:00"), 0],
    ["in another currency", anOrder({ prepaid: { CASH: "6.5" }, currencyCode: "COP" }), 0],
  ])("%s", (_, order, amount) => {
    expect(cashSalesOf([order], WINDOW)).toBe(amount)
  })

  it("of a cashier include her tenders, unnamed tenders of her orders and her prepaid orders", () => {
    const ana = aSettledOrder({}, [aTender({ operator_uid: "ana", amount: 6.5 })])
    const leo = aSettledOrder({ operatorUid: "ana" }, [aTender({ operator_uid: "leo" })])
    const unnamed = aSettledOrder({ operatorUid: "ana", total: 2 }, [aTender({ amount: 2 })])
    const prepaidToAna = anOrder({ operatorUid: "ana", total: 3, prepaid: { CASH: 3 } })
    const nobody = aSettledOrder({}, [aTender()])
    const orders = [ana, leo, unnamed, prepaidToAna, nobody]
    expect(cashSalesOf(orders, { ...WINDOW, operatorUid: "ana" })).toBe(115_000)
    expect(cashSalesOf(orders, { ...WINDOW, operatorUid: "leo" })).toBe(65_000)
    expect(cashSalesOf(orders, WINDOW)).toBe(245_000)
  })

  it("count every sale once in consecutive shifts", () => {
    const minute = fc.integer({ min: 0, max: 479 })
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 20 }), minute, (minutes, change) => {
        const moment = (after: number) => new Date(Date.parse(WINDOW.shiftStart) + after * 60_000).toISOString()
        const orders = minutes.map((after) => at(moment(after)))
        const early = cashSalesOf(orders, { ...WINDOW, shiftEnd: moment(change) })
        const late = cashSalesOf(orders, { ...WINDOW, shiftStart: moment(change) })
        expect(early + late).toBe(cashSalesOf(orders, WINDOW))
        expect(early + late).toBe(minutes.length * 65_000)
      }),
    )
  })
})

describe("whether a cashier sold", () => {
  const window = { ...WINDOW, operatorUid: "ana" }
  test.each<[string, OrderRecord, boolean]>([
    ["by card is a sale", aSettledOrder({}, [aTender({ method: "CARD", operator_uid: "ana" })]), true],
    ["prepaid at her register is a sale", anOrder({ operatorUid: "ana", prepaid: { CARD: "6.5" } }), true],
    ["another cashier's is none of hers", aSettledOrder({}, [aTender({ operator_uid: "leo" })]), false],
    ["an order nobody paid is none", anOrder({ operatorUid: "ana" }), false],
    [
      "a declined tender is none",
      {
        ...anOrder(),
        payments: [{ ...aSettledOrder({}, [aTender({ operator_uid: "ana" })]).payments[0], status: "declined" }],
      } as OrderRecord,
      false,
    ],
    [
      "in another shift is none of this one",
      aSettledOrder({}, [aTender({ operator_uid: "ana", occurred_at: "2026-11-20T12:00:00Z" })]),
      false,
    ],
  ])("%s", (_, order, verdict) => {
    expect(operatorHasSales([order], window)).toBe(verdict)
  })

  it("is true for a window without a cashier", () => {
    expect(operatorHasSales([], WINDOW)).toBe(true)
  })
})

describe("returned cash", () => {
  const cancelledAt = (at: string): OrderRecord => ({
    ...aSettledOrder({ operatorUid: "ana" }, [aTender()]),
    status: "CANCELLED",
    paymentStatus: "REFUNDED",
    metadata: { cancellation: { at } },
  })
  const next = { ...WINDOW, shiftStart: WINDOW.shiftEnd, shiftEnd: "2026-11-22T05:00:00.000Z" }

  it("cancels out in the shift of its sale", () => {
    expect(cashSalesOf([cancelledAt("2026-11-21T18:30:00.000Z")], WINDOW)).toBe(0)
  })

  it("lowers the drawer of a later shift and leaves the earlier count unchanged", () => {
    const order = cancelledAt("2026-11-21T22:00:00.000Z")
    expect([cashSalesOf([order], WINDOW), cashSalesOf([order], next)]).toEqual([65_000, -65_000])
    expect(cashSalesOf([order], { ...next, operatorUid: "ana" })).toBe(-65_000)
    expect(cashSalesOf([order], { ...next, operatorUid: "leo" })).toBe(0)
  })

  it("never counts before the money was taken", () => {
    expect(movesOf(cancelledAt("2026-11-20T00:00:00.000Z")).map(({ at, amount }) => [at, amount])).toEqual([
      [NOON, 65_000],
      [NOON, -65_000],
    ])
  })

  it("does not include money that the drawer never took", () => {
    const web = { ...anOrder({ channel: "WEB", prepaid: { CASH: "6.5" } }), status: "CANCELLED" } as OrderRecord
    expect(movesOf(web)).toEqual([])
  })
})

describe("expected cash of a drawer", () => {
  const minute = fc.integer({ min: 0, max: 599 })
  const sale = fc.record({
    sold: minute,
    back: fc.option(minute),
    cents: fc.integer({ min: 1, max: 99_999 }),
    method: fc.constantFrom("CASH", "CARD"),
    operator: fc.constantFrom("ana", "luis"),
  })
  const at = (minute: number) => new Date(Date.parse("2026-11-21T12:00:00.000Z") + minute * 60_000).toISOString()

  it("equals the sum of all random money moves", () => {
    fc.assert(
      fc.property(
        fc.array(sale, { maxLength: 12 }),
        minute,
        fc.integer({ min: 1, max: 300 }),
        (sales, from, length) => {
          const orders = sales.map(({ sold, back, cents, method, operator }) => {
            const total = (cents / 100).toFixed(2)
            const tender = aTender({ occurred_at: at(sold), amount: total, method, operator_uid: operator })
            const order = aSettledOrder({ total }, [tender])
            if (back === null) return order
            const metadata = { cancellation: { at: at(sold + back) } }
            return { ...order, status: "CANCELLED", paymentStatus: "REFUNDED", metadata } as OrderRecord
          })
          const tills: Record<string, number> = { ana: 0, luis: 0 }
          for (let now = from; now < from + length; now += 1) {
            for (const { sold, back, cents, method, operator } of sales) {
              if (method !== "CASH") continue
              if (sold === now) tills[operator] = (tills[operator] ?? 0) + cents
              if (back !== null && sold + back === now) tills[operator] = (tills[operator] ?? 0) - cents
            }
          }
          const window = { shiftStart: at(from), shiftEnd: at(from + length), currency: "USD" }
          for (const [operatorUid, cents] of Object.entries(tills)) {
            expect(cashSalesOf(orders, { ...window, operatorUid })).toBe(cents * 100)
          }
          expect(cashSalesOf(orders, window)).toBe(((tills.ana ?? 0) + (tills.luis ?? 0)) * 100)
        },
      ),
      { numRuns: 60 },
    )
  })
})
