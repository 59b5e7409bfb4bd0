import { describe, expect, it } from "vitest"
import {
  amountInDoubt,
  type BoxOrder,
  canGoBack,
  changedLine,
  changeOf,
  dueOf,
  isFree,
  isInHand,
  isOfPastShift,
  isSettled,
  newSale,
  type Sale,
  type SaleStep,
  stepSale,
  type TakenTender,
  totalOf,
} from "../../../../appliance/ui/pos/sale.ts"
import type { CartLine } from "../../../../protocol/rules/orders/cart.ts"

const burger: CartLine = {
  lineId: "l-1",
  productId: "p-burger",
  name: "Hamburguesa",
  unitPrice: 65_000,
  quantity: 1,
  taxes: [],
  modifiers: [],
  notes: "",
  station: null,
}
const refused = { offline: false, refused: "CONFLICT", message: "No.", details: [], requestId: null } as const
const boxOrder: BoxOrder = { id: "o-1", orderCode: "WEB-7", total: 90_000, lines: [{ name: "Pollo", quantity: 1 }] }

function tender(amount: number, over: Partial<TakenTender> = {}): TakenTender {
  return {
    transactionId: `t-${amount}`,
    status: "approved",
    method: "CASH",
    amount,
    received: amount,
    declineReason: null,
    occurredAt: "2026-11-21T12:00:00Z",
    ...over,
  }
}

const steps = (...all: SaleStep[]) => all.reduce(stepSale, newSale("s-1"))
const add: SaleStep = { type: "add", line: burger }
const charge: SaleStep = { type: "charge" }
const take = (amount: number, over?: Partial<TakenTender>): SaleStep => ({
  type: "tender",
  tender: tender(amount, over),
})
const send: SaleStep = { type: "send", orderCode: "A-001", at: "2026-11-21T12:00:01Z", window: "w-1" }

describe("a sale", () => {
  it("goes from cart to charge to the box's answer", () => {
    const sale = steps(add, charge, take(65_000), send, { type: "saved", id: "o-9" })
    expect(sale).toMatchObject({ phase: "saved", savedAs: "o-9", sent: { orderCode: "A-001" } })
  })

  it("knows which line of a long cart was touched last", () => {
    const cola = { ...burger, lineId: "l-2", productId: "p-cola" }
    const [one, two] = [steps(add), steps(add, { type: "add", line: cola })]
    const more = stepSale(two, { ...add, line: { ...burger, lineId: "l-3" } })
    expect([changedLine([], one.lines), changedLine(one.lines, two.lines)]).toEqual(["l-1", "l-2"])
    expect(changedLine(two.lines, more.lines)).toBe("l-1")
    const less = stepSale(more, { type: "quantity", lineId: "l-1", quantity: 0 })
    expect(changedLine(more.lines, less.lines)).toBeNull()
  })

  it("needs something to charge", () => expect(steps(charge).phase).toBe("selling"))

  it("is settled when its approved tenders equal the total, not before", () => {
    expect(isSettled(steps(add, charge, take(40_000)))).toBe(false)
    expect(isSettled(steps(add, charge, take(40_000), take(25_000)))).toBe(true)
    expect(dueOf(steps(add, charge, take(40_000)))).toBe(25_000)
  })

  it("does not count a declined card", () => {
    const sale = steps(add, charge, take(65_000, { status: "declined", method: "CARD", received: null }))
    expect([dueOf(sale), isSettled(sale), sale.tenders.length]).toEqual([65_000, false, 1])
  })

  it("has one tender of zero for a free order", () => {
    const free = { ...burger, unitPrice: 0 }
    expect(isSettled(steps({ type: "add", line: free }, charge))).toBe(false)
    expect(isSettled(steps({ type: "add", line: free }, charge, take(0)))).toBe(true)
  })

  it("refuses a tender above the amount due", () => expect(steps(add, charge, take(65_001)).tenders).toEqual([]))

  it("gives change for cash above it", () => {
    expect(changeOf(steps(add, charge, take(65_000, { received: 100_000 })))).toBe(35_000)
  })
})

describe("going back to the cart", () => {
  it.each([
    ["before any money", steps(add, charge), true],
    ["after a declined card", steps(add, charge, take(65_000, { status: "declined" })), true],
    ["not with money taken", steps(add, charge, take(40_000)), false],
    ["not when it was sent", steps(add, charge, send, { type: "refused", fault: refused, orderAtBox: true }), false],
  ])("%s", (_, sale, can) => {
    expect(canGoBack(sale)).toBe(can)
    expect(stepSale(sale, { type: "back" }).phase).toBe(can ? "selling" : "charging")
  })

  it("works again after the money was put back", () => {
    const sale = steps(add, charge, take(40_000), { type: "untender", transactionId: "t-40000" })
    expect(canGoBack(sale)).toBe(true)
  })
})

describe("while it is unknown whether a sale was saved", () => {
  const out = steps(add, charge, take(65_000), send)

  it.each<SaleStep>([
    add,
    charge,
    { type: "back" },
    { type: "untender", transactionId: "t-65000" },
    { type: "quantity", lineId: "l-1", quantity: 5 },
    { type: "send", orderCode: "A-002", at: "2026-11-21T13:00:00Z", window: "w-1" },
    take(1),
  ])("nothing changes by $type", (step) => expect(stepSale(out, step)).toEqual(out))

  it("number and moment stay for the next try, also after a refused charge", () => {
    const refusedOnce = stepSale(out, { type: "refused", fault: refused, orderAtBox: true })
    const again = stepSale(refusedOnce, { type: "send", orderCode: "A-002", at: "2026-11-21T13:00:00Z", window: "w-1" })
    expect(again.sent).toEqual(out.sent)
  })

  it("a refused order opens the cart again", () => {
    const parked = steps(add, send)
    const sale = stepSale(parked, { type: "refused", fault: refused, orderAtBox: false })
    expect(sale).toMatchObject({ phase: "selling", sent: null, fault: { refused: "CONFLICT" } })
  })
})

describe("an order of the box", () => {
  const charged = steps({ type: "chargeOrder", order: boxOrder, orderId: "s-2" })

  it("is charged with its own total and number", () => {
    const sale = stepSale(stepSale(charged, take(90_000)), send)
    expect([totalOf(sale), sale.sent?.orderCode]).toEqual([90_000, "WEB-7"])
  })

  it("is left by going back", () => {
    const sale = stepSale(charged, { type: "back" })
    expect([sale.order, sale.phase]).toEqual([null, "selling"])
  })

  it("never replaces a cart in hand", () => {
    expect(steps(add, { type: "chargeOrder", order: boxOrder, orderId: "s-2" }).order).toBeNull()
    expect([isFree(newSale("s-1")), isFree(steps(add)), isFree(charged)]).toEqual([true, false, false])
  })

  it("replaces a saved sale, whose id is not used again", () => {
    const saved = steps(add, send, { type: "saved", id: "o-9" })
    const sale = stepSale(saved, { type: "chargeOrder", order: boxOrder, orderId: "s-2" })
    expect([isFree(saved), sale.phase, sale.order, sale.orderId, sale.lines]).toEqual([
      true,
      "charging",
      boxOrder,
      "s-2",
      [],
    ])
  })
})

it("a register follows what another of its windows did", () => {
  const elsewhere = steps(add, charge, take(65_000), send)
  expect(steps(add, { type: "adopt", sale: elsewhere })).toEqual(elsewhere)
})

describe("a saved sale", () => {
  const saved = steps(add, charge, take(65_000), send, { type: "saved", id: "o-9" })

  it("has its receipt printed by the window that sent it", () => {
    expect(saved.receiptBy).toBe("w-1")
  })

  it("is shown again after a reload, but not in the next shift", () => {
    expect(isInHand(saved, "2026-11-21T12:04:00Z")).toBe(true)
    expect(isInHand(saved, "2026-11-21T12:06:00Z")).toBe(false)
    expect(isInHand(steps(add), "2026-11-22T12:00:00Z")).toBe(true)
  })
})

describe("a finished sale", () => {
  const saved = steps(add, charge, take(65_000), { ...send, shiftId: "shift-1" }, { type: "saved", id: "o-9" })

  it("stays while its shift is open", () => expect(isOfPastShift(saved, "shift-1")).toBe(false))
  it("goes when no shift is open", () => expect(isOfPastShift(saved, null)).toBe(true))
  it("goes when another shift is open", () => expect(isOfPastShift(saved, "shift-2")).toBe(true))
  it("without a shift stays while any shift is open", () => {
    expect(isOfPastShift({ phase: "saved" }, "shift-2")).toBe(false)
  })
})

it("an unfinished sale stays without a shift", () => {
  const sending = steps(add, charge, take(65_000), { ...send, shiftId: "shift-1" })
  for (const sale of [steps(add), steps(add, charge), sending]) expect(isOfPastShift(sale, null)).toBe(false)
})

it("a new sale keeps only the fulfilment", () => {
  const sale = steps({ type: "fulfillment", fulfillment: "TAKE_AWAY" }, add, { type: "restart", orderId: "s-2" })
  expect(sale).toEqual<Sale>(newSale("s-2", "TAKE_AWAY"))
})

describe("a payment of unknown outcome", () => {
  const unsure = (amount: number): SaleStep => ({ type: "doubt", tender: tender(amount, { method: "CARD" }) })

  it("is shown apart from the others, with its own amount", () => {
    const sale = steps(add, charge, take(5_000), unsure(60_000), send)
    expect(sale).toMatchObject({ doubt: "t-60000", phase: "saving" })
    expect([isSettled(sale), amountInDoubt(sale)]).toEqual([true, 60_000])
  })

  it("may be a part: the rest is taken with it, and all is sent together", () => {
    const sale = steps(add, charge, unsure(60_000))
    expect([dueOf(sale), isSettled(sale)]).toEqual([5_000, false])
    expect(steps(add, charge, unsure(60_000), take(5_000), send)).toMatchObject({ doubt: "t-60000", phase: "saving" })
  })

  it("is one at most in a sale, and not above the amount due", () => {
    expect(steps(add, charge, unsure(60_000), unsure(5_000)).tenders).toHaveLength(1)
    expect(steps(add, charge, unsure(65_001)).tenders).toEqual([])
  })

  it("can be put back like any other before it is sent", () => {
    const sale = steps(add, charge, unsure(65_000), { type: "untender", transactionId: "t-65000" })
    expect(sale).toMatchObject({ doubt: null, tenders: [] })
  })

  it("that was not paid continues with the money that was taken with it", () => {
    const sale = steps({ type: "chargeOrder", order: boxOrder, taken: [tender(40_000)], orderId: "s-2" })
    expect([sale.phase, dueOf(sale)]).toEqual(["charging", 50_000])
  })
})
