import { describe, expect, it } from "vitest"
import {
  countedRows,
  countedTotal,
  denominationsOf,
  giveCash,
  quickAmounts,
} from "../../../../appliance/ui/pos/cash.ts"
import { SCALE, scaleMajor } from "../../../../protocol/money.ts"

const major = (amounts: readonly number[]) => amounts.map((amount) => amount / SCALE)

describe("denominations", () => {
  it.each(["USD", "BRL", "COP", "CLP", "ARS", "VES", "EUR"])(
    "of %s decrease, each once, in whole cents",
    (currency) => {
      const values = denominationsOf(currency).map(({ value }) => value)
      expect(values).toEqual([...new Set(values)].sort((a, b) => b - a))
      expect(values.every((value) => value > 0 && value % 100 === 0)).toBe(true)
    },
  )

  it("are a country's coins and notes", () => {
    const coins = denominationsOf("CLP").filter(({ kind }) => kind === "coin")
    expect(major(coins.map(({ value }) => value))).toEqual([500, 100, 50, 10])
  })
})

describe("quick amounts", () => {
  it.each([
    [23.49, "USD", [23.49, 24, 25, 30, 40, 50]],
    [20, "USD", [20, 50, 100]],
    [0.4, "USD", [0.4, 1, 5, 10, 20, 50]],
    [37_900, "COP", [37_900, 38_000, 40_000, 50_000, 100_000]],
    [8_990, "CLP", [8_990, 9_000, 10_000, 20_000]],
    [0, "USD", []],
  ])("for %d %s are %j", (due, currency, amounts) => {
    expect(major(quickAmounts(scaleMajor(due) ?? -1, currency))).toEqual(amounts)
  })
})

describe("cash given", () => {
  it.each([
    ["too little", 100_000, 234_900, { paid: 100_000, change: 0, left: 134_900 }],
    ["exactly", 234_900, 234_900, { paid: 234_900, change: 0, left: 0 }],
    ["more", 500_000, 234_900, { paid: 234_900, change: 265_100, left: 0 }],
    ["nothing, for nothing", 0, 0, { paid: 0, change: 0, left: 0 }],
  ])("%s", (_, received, due, given) => expect(giveCash(received, due)).toEqual(given))
})

describe("a count", () => {
  const count = { pieces: { 200000: 3, 2500: 7, 100: 4, 50000: 0 }, loose: 1_200 }

  it("adds up in integers", () => {
    expect(countedTotal(count)).toBe(600_000 + 17_500 + 400 + 1_200)
    expect(countedTotal({ pieces: {}, loose: 0 })).toBe(0)
  })

  it("is sent in major units, without denominations that are absent", () => {
    expect(countedRows(count)).toEqual([
      { denomination: 0.01, count: 4 },
      { denomination: 0.25, count: 7 },
      { denomination: 20, count: 3 },
      { denomination: 0.12, count: 1 },
    ])
  })
})
