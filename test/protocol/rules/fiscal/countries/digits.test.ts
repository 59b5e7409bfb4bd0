import { describe, expect, it } from "vitest"
import {
  codeFrom,
  fixedDigits,
  isDigits,
  module10,
  module11,
  roundToCents,
  truncateToCents,
  weightedSum,
  withoutSeparators,
} from "../../../../../protocol/rules/fiscal/countries/digits.ts"

it.each([
  [7, 3, "007"],
  ["007", 3, "007"],
  ["7", 3, "007"],
  ["1234", 3, null],
  ["-1", 3, null],
  ["", 3, null],
  [1.5, 3, null],
  [undefined, 3, null],
])("fixes %s to %d digits: %s", (value, width, text) => {
  expect(fixedDigits(value, width)).toBe(text)
})

it("module11 gives the digit of the SRI's example, 41261533", () => {
  expect(module11("41261533", 7)).toBe(6)
})

it("weightedSum counts a letter as its character code minus 48", () => {
  expect(weightedSum("A1", [1, 1])).toBe(18)
})

it("module10 gives the digit of a cédula", () => {
  expect(module10("171430710")).toBe(3)
})

describe("scaled amount", () => {
  it.each([
    [19_999, "1.99", "2.00"],
    [19_950, "1.99", "2.00"],
    [19_949, "1.99", "1.99"],
    [0, "0.00", "0.00"],
    [5, "0.00", "0.00"],
    [1_500_000 * 10_000, "1500000.00", "1500000.00"],
  ])("%d is cut to %s and rounds to %s", (amount, cut, round) => {
    expect([truncateToCents(amount), roundToCents(amount)]).toEqual([cut, round])
  })
})

it("codeFrom gives the same code for the same request, with exact width", () => {
  expect(codeFrom("a", 8)).toBe(codeFrom("a", 8))
  const codes = Array.from({ length: 50 }, (_, n) => codeFrom(`request ${n}`, 8))
  expect(codes.every((code) => isDigits(code, 8))).toBe(true)
  expect(new Set(codes).size).toBe(50)
})

it("withoutSeparators removes separators", () => {
  expect(withoutSeparators(" 60.803.000-k ")).toBe("60803000K")
})
