import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addLine,
  type CartLine,
  cartTotals,
  lineTaxes,
  lineTotal,
  optionLimits,
  QUANTITY_MAX,
  setQuantity,
  toggleOption,
} from "../../../../protocol/rules/orders/cart.ts"

const IVA = { code: "IVA", rate: "0.15" }

function line(over: Partial<CartLine> = {}): CartLine {
  return {
    lineId: "1",
    productId: "p-burger",
    name: "Hamburguesa",
    unitPrice: 65_000,
    quantity: 1,
    taxes: [IVA],
    modifiers: [],
    notes: "",
    station: null,
    ...over,
  }
}

const modifier = (productId: string, unitPrice: number) => ({ groupId: "g", productId, name: productId, unitPrice })

describe("line total", () => {
  it.each([
    ["one piece", line(), 65_000],
    ["three pieces", line({ quantity: 3 }), 195_000],
    [
      "each piece with its modifiers",
      line({ quantity: 2, modifiers: [modifier("a", 7_500), modifier("b", 0)] }),
      145_000,
    ],
  ])("%s", (_, given, total) => expect(lineTotal(given)).toBe(total))
})

describe("included tax", () => {
  it.each([
    // gross, rates, decimals, taxes: worked by hand
    [65_000, ["0.15"], 2, [8_500]], // 6.50 / 1.15 = 5.6522 → 0.8478 → 0.85
    [19_900, ["0.15"], 2, [2_600]], // 1.99 → 0.2596 → 0.26
    [19_900, ["15"], 2, [2_600]], // the same rate as a percentage
    [119_000_000, ["0.19"], 0, [19_000_000]], // 11,900 pesos
    [100_000, ["0.19"], 0, [20_000]], // 10 pesos: 1.597 → 2, no coin is smaller
    [128_000, ["0.15", "0.13"], 2, [15_000, 13_000]], // both from a net of 10.00
    [65_000, ["0"], 2, [0]],
    [65_000, [], 2, []],
  ])("of %i at %j with %i decimals is %j", (unitPrice, rates, decimals, amounts) => {
    const taxes = rates.map((rate, index) => ({ code: `T${index}`, rate }))
    expect(lineTaxes(line({ unitPrice, taxes }), decimals).map(({ amount }) => amount)).toEqual(amounts)
  })

  it("throws for an invalid rate", () => {
    expect(() => lineTaxes(line({ taxes: [{ code: "IVA", rate: "a lot" }] }), 2)).toThrow("a lot")
  })
})

describe("cart totals", () => {
  it("are zero for an empty cart", () => {
    expect(cartTotals([], 2)).toEqual({ subtotal: 0, tax: 0, total: 0, taxes: [] })
  })

  it("have a row per tax and rate", () => {
    const lines = [
      line(),
      line({ lineId: "2", quantity: 2 }),
      line({ lineId: "3", taxes: [{ code: "IVA", rate: "0" }] }),
    ]
    expect(cartTotals(lines, 2)).toEqual({
      subtotal: 234_500,
      tax: 25_500,
      total: 260_000,
      taxes: [
        { code: "IVA", rate: "0.15", amount: 25_500 },
        { code: "IVA", rate: "0", amount: 0 },
      ],
    })
  })

  it("always add up, with taxes in the currency's decimals", () => {
    const anyLine = fc.record({
      unitPrice: fc.integer({ min: 0, max: 50_000_000 }).map((cents) => cents * 100),
      quantity: fc.integer({ min: 1, max: QUANTITY_MAX }),
      taxes: fc.array(fc.constantFrom(IVA, { code: "ICE", rate: "0.075" }, { code: "IVA", rate: "12" }), {
        maxLength: 2,
      }),
    })
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), (parts) => {
        const { subtotal, tax, total, taxes } = cartTotals(
          parts.map((part) => line(part)),
          2,
        )
        expect(subtotal + tax).toBe(total)
        expect(taxes.reduce((all, { amount }) => all + amount, 0)).toBe(tax)
        expect(tax % 100).toBe(0)
        expect(tax >= 0 && tax <= total).toBe(true)
      }),
    )
  })
})

describe("adding a line", () => {
  it("merges equal lines and keeps others apart", () => {
    const first = addLine([], line())
    expect(addLine(first, line({ lineId: "2", quantity: 2 }))).toEqual([line({ quantity: 3 })])
    expect(addLine(first, line({ lineId: "2", notes: "sin sal" }))).toHaveLength(2)
    expect(addLine(first, line({ lineId: "2", unitPrice: 1 }))).toHaveLength(2)
    expect(addLine(first, line({ lineId: "2", modifiers: [modifier("m", 0)] }))).toHaveLength(2)
  })

  it("ignores the order of modifiers", () => {
    const [a, b] = [modifier("a", 1), modifier("b", 2)]
    expect(addLine([line({ modifiers: [a, b] })], line({ lineId: "2", modifiers: [b, a] }))).toHaveLength(1)
  })

  it("starts a new line above the maximum quantity", () => {
    const lines = addLine([line({ quantity: QUANTITY_MAX })], line({ lineId: "2" }))
    expect(lines.map(({ quantity }) => quantity)).toEqual([QUANTITY_MAX, 1])
  })
})

describe("quantity of a line", () => {
  it.each([
    [4, [4]],
    [2.9, [2]],
    [0, []],
    [-1, []],
    [5_000, [QUANTITY_MAX]],
  ])("set to %d gives %j", (quantity, left) => {
    expect(setQuantity([line()], "1", quantity).map((at) => at.quantity)).toEqual(left)
  })

  it("does not change other lines", () => {
    expect(setQuantity([line(), line({ lineId: "2" })], "2", 7).map((at) => at.quantity)).toEqual([1, 7])
  })
})

describe("tap on an option", () => {
  const sauces = { id: "g", type: "CHECKBOX", minOptions: 0, maxOptions: 2 } as const
  const side = { id: "g", type: "RADIO", minOptions: 1, maxOptions: 1 } as const
  const maybe = { id: "g", type: "RADIO", minOptions: 0, maxOptions: 1 } as const
  it.each([
    ["chooses", sauces, [], "a", ["a"]],
    ["chooses another", sauces, ["a"], "b", ["a", "b"]],
    ["does nothing when the group is full", sauces, ["a", "b"], "c", ["a", "b"]],
    ["takes back", sauces, ["a", "b"], "a", ["b"]],
    ["swaps in a radio group", side, ["a"], "b", ["b"]],
    ["cannot take back what must be chosen", side, ["a"], "a", ["a"]],
    ["takes back what need not be chosen", maybe, ["a"], "a", []],
  ] as const)("%s", (_, group, chosen, option, next) => {
    expect(toggleOption(group, chosen, option)).toEqual(next)
  })

  it("respects the group's limits", () => {
    expect(optionLimits({ id: "g", type: "RADIO", minOptions: 3, maxOptions: 9 })).toEqual({ min: 1, max: 1 })
    expect(optionLimits({ id: "g", type: "CHECKBOX", minOptions: 3, maxOptions: 2 })).toEqual({ min: 2, max: 2 })
  })
})
