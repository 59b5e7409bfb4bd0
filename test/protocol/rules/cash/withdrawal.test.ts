import { describe, expect, it } from "vitest"
import { withdrawalFault, withdrawalLimit } from "../../../../protocol/rules/cash/withdrawal.ts"

const DOLLAR = 10_000

describe("a withdrawal", () => {
  const safe = { amount: 124, category: "SAFE_DROP" } as const
  it.each([
    [safe, null],
    [{ ...safe, amount: 124.01 }, "amount"],
    [{ ...safe, amount: 0.001 }, "amount"],
    [{ ...safe, category: "OTHER" as const }, "notes"],
    [{ ...safe, category: "OTHER" as const, notes: "ice" }, null],
  ])("%j with a limit of 124: fault %s", (asked, path) => {
    expect(withdrawalFault(asked, 124 * DOLLAR)?.path ?? null).toBe(path)
  })
})

it.each([
  [{ currency: "USD" }, "USD", 2_000],
  [{ currency: "USD" }, "COP", 8_000_000],
  [{ currency: "USD" }, "PEN", 1_000_000],
  [{ currency: "USD", withdrawalLimit: 150 }, "USD", 150],
  [{ currency: "USD", withdrawalLimit: 150 }, "VES", 500_000],
])("a store with %j takes at most, in %s at once, %d", (store, currency, limit) => {
  expect(withdrawalLimit(store, currency)).toBe(limit * DOLLAR)
})
