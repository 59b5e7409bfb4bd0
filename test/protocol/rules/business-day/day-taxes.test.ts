import { describe, expect, test } from "vitest"
import { taxOf, taxRows } from "../../../../protocol/rules/business-day/day-taxes.ts"
import type { OrderInjection } from "../../../../protocol/shapes/injection.ts"
import { anOrder } from "../../../kit/orders.ts"

type Taxes = NonNullable<OrderInjection["order"]["products"][number]["taxes"]>

/** An order of a line at 10.00 for each entry. */
function taxed(lines: Taxes[], tax?: string) {
  const totals = [
    { code: "TOTAL" as const, amount: 50 },
    ...(tax === undefined ? [] : [{ code: "TAX" as const, amount: tax }]),
  ]
  const products = lines.map((taxes) => ({ productId: "p", name: "Pollo", quantity: 1, unitPrice: 10, taxes }))
  return anOrder({ totals, order: { products } })
}

describe("an order's tax", () => {
  test.each<[string, Taxes[], string | undefined, number, [string, string | null, number][]]>([
    ["is its own total", [[{ code: "IVA", rate: 0.15 }]], "1.30", 13_000, [["IVA", "0.15", 13_000]]],
    [
      "is its lines' where it has no total",
      [[{ code: "IVA", rate: 0.15 }]],
      undefined,
      15_000,
      [["IVA", "0.15", 15_000]],
    ],
    ["stays as lines state it", [[{ code: "IVA", amount: 2 }]], "2", 20_000, [["IVA", null, 20_000]]],
    ["that no line explains is a row of its own", [[]], "3", 30_000, [["TAX", null, 30_000]]],
    ["is none without any", [[]], undefined, 0, []],
  ])("%s", (_what, lines, stated, tax, rows) => {
    const order = taxed(lines, stated)
    expect(taxOf(order)).toBe(tax)
    expect(taxRows(order, tax).map(({ code, rate, amount }) => [code, rate, amount])).toEqual(rows)
  })
})
