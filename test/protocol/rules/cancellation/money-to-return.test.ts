import { describe, expect, it } from "vitest"
import { cancelOrder } from "../../../../protocol/rules/cancellation/cancel-order.ts"
import { cancelledTextOf } from "../../../../protocol/rules/cancellation/cancellation-texts.ts"
import {
  allRefundsOf,
  applyRefunds,
  moneyToReturn,
  recordRefund,
  refundsOf,
  toMoneyToReturn,
} from "../../../../protocol/rules/cancellation/money-to-return.ts"
import { cashSalesOf } from "../../../../protocol/rules/cash/cash-moves.ts"
import { toLegacyOrder } from "../../../../protocol/rules/orders/legacy-order.ts"
import { resolveConflict } from "../../../../protocol/rules/orders/order-conflicts.ts"
import type { Refund } from "../../../../protocol/shapes/cancellation.ts"
import type { OrderConflict } from "../../../../protocol/shapes/conflict.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aTender } from "../../../kit/orders.ts"

const NOON = "2026-11-21T17:00:00.000Z"
const LATER = "2026-11-21T18:30:00.000Z"
const CANCELLATION = { reason: "Sin repartidor", type: null, note: null, group: "other", by: "apikey:k" } as const
const BY_PROVIDER: Refund = { method: "LINK", amount: "40000", by: "provider", reference: "r-1" }
const FROM_DRAWER = {
  at: LATER,
  recordedBy: "device:pos-1",
  source: "drawer",
  operatorUid: "op-1",
  note: null,
} as const
const ELSEWHERE = { ...FROM_DRAWER, source: "elsewhere", operatorUid: null, note: "transfer 77" } as const

const SECOND: OrderConflict = {
  ...{ at: NOON, side: "hub", what: "payment", key: "at-the-hub", why: "The order is paid." },
  ...{ amount: "65000", currencyCode: "USD", method: "CASH", takenAt: "2026-11-21T16:59:00.000Z", operatorUid: "op-9" },
}
const PAID = anOrder({ channel: "WEB", total: 10, prepaid: { LINK: "4", CASH: "6" } })

function cancelled(order: OrderRecord, refunds: readonly Refund[]): OrderRecord {
  const change = cancelOrder(order, { cancellation: CANCELLATION, refunds, now: NOON })
  if (!change) throw new Error("not cancelled")
  return change.order
}

describe("money to return of a cancelled order", () => {
  it("is what no provider refunded, and the order is CANCELED until a person records the rest", () => {
    const order = cancelled(PAID, [BY_PROVIDER])
    expect(moneyToReturn(order)).toEqual([{ method: "CASH", amount: "60000" }])
    expect([order.paymentStatus, cancelledTextOf(order)]).toEqual(["CANCELED", "toReturn"])
    expect(toMoneyToReturn({ ...order, customer: { name: "Ana", lastName: "Pérez" } })).toEqual({
      orderId: order.id,
      orderCode: order.orderCode,
      money: [{ method: "CASH", amount: "60000" }],
      currencyCode: "USD",
      guest: "Ana Pérez",
      since: NOON,
      paidTwice: [],
    })
    const after = recordRefund(order, ELSEWHERE)
    expect(after).toMatchObject({ paymentStatus: "REFUNDED", updatedAt: LATER, sequence: order.sequence + 1 })
    expect(after && [moneyToReturn(after), refundsOf(after), cancelledTextOf(after)]).toEqual([
      [],
      [BY_PROVIDER, { method: "CASH", amount: "60000", by: "store", reference: null, recorded: ELSEWHERE }],
      "refunded",
    ])
    expect(after && recordRefund(after, ELSEWHERE)).toBeNull()
  })

  it.each([
    ["an order that nobody paid", cancelled(anOrder(), []), "unpaid"],
    [
      "an order whose provider gave all back",
      cancelled(anOrder({ channel: "WEB", prepaid: { LINK: "6.50" } }), [{ ...BY_PROVIDER, amount: "65000" }]),
      "refunded",
    ],
    [
      "an order that is not cancelled, whatever its caller keeps there",
      { ...PAID, metadata: { cancellation: { toReturn: [{ method: "X", amount: "1" }] } } },
      "unpaid",
    ],
  ])("is empty for %s", (_what, order, text) => {
    expect([
      moneyToReturn(order),
      toMoneyToReturn(order),
      recordRefund(order, ELSEWHERE),
      cancelledTextOf(order),
    ]).toEqual([[], null, null, text])
  })

  it("lowers only the drawer from which it was returned in cash", () => {
    const order = cancelled(PAID, [])
    const window = { shiftStart: "2026-11-21T18:00:00Z", shiftEnd: "2026-11-21T20:00:00Z", currency: "USD" }
    const cash = (recorded: typeof FROM_DRAWER | typeof ELSEWHERE, operatorUid?: string) => {
      const after = recordRefund(order, recorded)
      return after && cashSalesOf([after], { ...window, ...(operatorUid !== undefined && { operatorUid }) })
    }
    expect(cashSalesOf([order], window)).toBe(0)
    expect([cash(ELSEWHERE), cash(FROM_DRAWER), cash(FROM_DRAWER, "op-1"), cash(FROM_DRAWER, "op-2")]).toEqual([
      0, -100000, -100000, 0,
    ])
  })

  it("is in major units in legacy answers", () => {
    expect(toLegacyOrder(cancelled(PAID, [BY_PROVIDER])).metadata).toMatchObject({
      cancellation: { refunds: [{ method: "LINK", amount: 4 }], toReturn: [{ method: "CASH", amount: 6 }] },
    })
  })
})

describe("second payment", () => {
  const order = { ...aSettledOrder({}, [aTender()]), metadata: { conflicts: [SECOND] } }
  const sums = (one: OrderRecord, operatorUid?: string) => {
    const window = { shiftStart: "2026-11-21T16:30:00Z", shiftEnd: "2026-11-21T20:00:00Z", currency: "USD" }
    return cashSalesOf([one], { ...window, ...(operatorUid !== undefined && { operatorUid }) })
  }

  it("must go back until a person records its refund, and the order stays paid", () => {
    expect(toMoneyToReturn(order)).toMatchObject({
      money: [{ method: "CASH", amount: "65000" }],
      since: NOON,
      paidTwice: ["at-the-hub"],
    })
    const after = recordRefund(order, ELSEWHERE)
    const refund = { method: "CASH", amount: "65000", by: "store", reference: null, recorded: ELSEWHERE }
    expect(after?.metadata.conflicts).toEqual([
      { ...SECOND, refund, resolved: { at: LATER, by: "device:pos-1", note: "transfer 77" } },
    ])
    expect(after && [after.paymentStatus, moneyToReturn(after), allRefundsOf(after), refundsOf(after)]).toEqual([
      "SUCCEEDED",
      [],
      [refund],
      [],
    ])
    expect(after && recordRefund(after, ELSEWHERE)).toBeNull()
  })

  it("of a cancelled order is returned together with the order's own money", () => {
    const both = cancelled({ ...PAID, metadata: { conflicts: [SECOND] } }, [])
    expect(moneyToReturn(both).map(({ amount }) => amount)).toEqual(["40000", "60000", "65000"])
    const after = recordRefund(both, ELSEWHERE)
    expect(after && [after.paymentStatus, moneyToReturn(after)]).toEqual(["REFUNDED", []])
  })

  it.each([
    ["is in the drawer of who took it until it goes back", order, [130_000, 65_000, 0]],
    ["stays there when it goes back another way", recordRefund(order, ELSEWHERE), [130_000, 65_000, 0]],
    ["leaves the drawer that gives it back", recordRefund(order, FROM_DRAWER), [65_000, 65_000, -65_000]],
    [
      "is no money where somebody found that it was none",
      resolveConflict(order, SECOND, { by: "device:m", note: "the same", now: LATER }),
      [65_000, 0, 0],
    ],
  ])("%s", (_what, one, cash) => {
    expect(one && [sums(one), sums(one, "op-9"), sums(one, "op-1")]).toEqual(cash)
  })

  it("is in no drawer when it was prepaid on another channel", () => {
    const { takenAt: _none, ...conflict } = SECOND
    expect(sums({ ...order, metadata: { conflicts: [conflict] } })).toBe(65_000)
  })

  it("is in major units in legacy answers", () => {
    const after = recordRefund(order, ELSEWHERE)
    expect(after && toLegacyOrder(after).metadata).toMatchObject({
      conflicts: [{ amount: 6.5, refund: { amount: 6.5 } }],
    })
  })
})

describe("refund made by the other side", () => {
  const order = cancelled(PAID, [])
  const given: Refund = { method: "CASH", amount: "60000", by: "store", reference: null, recorded: ELSEWHERE }

  it("reduces the money to return of a cancelled order", () => {
    const after = applyRefunds(order, [given], LATER)
    expect(after && [after.paymentStatus, moneyToReturn(after), refundsOf(after)]).toEqual([
      "CANCELED",
      [{ method: "LINK", amount: "40000" }],
      [given],
    ])
    const all = after && applyRefunds(after, [BY_PROVIDER], LATER)
    expect(all && [all.paymentStatus, moneyToReturn(all)]).toEqual(["REFUNDED", []])
  })

  it("is ignored when its amount differs", () => {
    expect(applyRefunds(order, [{ ...given, amount: "1" }], LATER)).toBeNull()
  })
})
