import { describe, expect, it } from "vitest"
import { heldBy, withdrawalFault } from "../../../protocol/rules/withdrawal.ts"
import type { Shift } from "../../../protocol/shapes/shift.ts"

const DOLLAR = 10_000

describe("what is asked out of a drawer", () => {
  const safe = { amount: 124, category: "SAFE_DROP" } as const
  it.each([
    [safe, null],
    [{ ...safe, amount: 124.01 }, "amount"],
    [{ ...safe, amount: 0.001 }, "amount"],
    [{ ...safe, category: "OTHER" as const }, "notes"],
    [{ ...safe, category: "OTHER" as const, notes: "ice" }, null],
  ])("%j of 124: fault %s", (asked, path) => {
    expect(withdrawalFault(asked, 124 * DOLLAR)?.path ?? null).toBe(path)
  })
})

it("a drawer holds, in each currency, its float and cash sales less what was taken", () => {
  const withdrawals = [{ amount: 30 }, { amount: 4, currency: "VES" }] as Shift["withdrawals"]
  const shift = { currency: "USD", withdrawals } as Shift
  expect(heldBy(shift, { currency: "USD", float: 100, cashSales: 6.5 * DOLLAR })).toBe(76.5 * DOLLAR)
  expect(heldBy(shift, { currency: "VES", float: 0, cashSales: 10 * DOLLAR })).toBe(6 * DOLLAR)
})

it("a drawer holds what its close will expect, to the cent", () => {
  const shift = { currency: "USD", withdrawals: [] as Shift["withdrawals"] } as Shift
  expect(heldBy(shift, { currency: "USD", float: 0, cashSales: 65_055 })).toBe(65_100)
})
