import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  AMOUNT_MAX,
  divideRounded,
  fromText,
  multiplyDivide,
  SCALE,
  scaleMajor,
  sum,
  toMajor,
  toText,
} from "../../protocol/money.ts"

const amounts = fc.integer({ min: -AMOUNT_MAX, max: AMOUNT_MAX })

/** The amount as a decimal text, made with integers alone. */
function decimalText(scaled: number): string {
  const digits = String(Math.abs(scaled)).padStart(5, "0")
  return `${scaled < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

describe("a major amount becomes scaled", () => {
  test.each([
    [0, 0],
    [-0, 0],
    [1, 10_000],
    [19.99, 199_900],
    [0.1 + 0.2, 3_000],
    [1.1 * 3, 33_000],
    [0.0001, 1],
    [-3.5, -35_000],
    [999_999_999.9999, 9_999_999_999_999],
    [1_000_000_000, AMOUNT_MAX],
    ["6.5000", 65_000],
    ["6.5", 65_000],
    ["0", 0],
    ["-0", 0],
    ["-0.0001", -1],
    ["1000000000.0000", AMOUNT_MAX],
    ["0006.50", 65_000],
  ])("%s is %i", (amount, scaled) => {
    expect(scaleMajor(amount)).toBe(scaled)
  })

  test.each([
    0.00001,
    1.23456,
    19.999999,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1_000_000_000.0001,
    -1_000_000_001,
    Number.MAX_SAFE_INTEGER,
    "1.23456",
    "1000000000.0001",
    "9999999999999",
    "",
    ".5",
    "5.",
    "+5",
    "1e3",
    "1,50",
    "0x10",
    "12 000",
    "NaN",
    "١٢",
  ])("%s is no amount", (amount) => {
    expect(scaleMajor(amount)).toBeNull()
  })

  test.each([
    [10.01, 100_100],
    [10.010000000000002, 100_100],
    ["10.0100", 100_100],
    [10.005, null],
    ["10.001", null],
    [10.0001, null],
  ])("with two decimals at most, %s is %s", (amount, scaled) => {
    expect(scaleMajor(amount, 2)).toBe(scaled)
  })

  it("reads back every amount, sent as text or as number", () => {
    fc.assert(
      fc.property(amounts, (scaled) => {
        expect(scaleMajor(decimalText(scaled))).toBe(scaled)
        expect(scaleMajor(toMajor(scaled))).toBe(scaled)
        expect(fromText(toText(scaled))).toBe(scaled)
      }),
    )
  })

  it("never takes a fifth decimal for noise", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 * SCALE }), fc.integer({ min: 1, max: 9 }), (scaled, fifth) => {
        expect(scaleMajor(`${decimalText(scaled)}${fifth}`)).toBeNull()
        expect(scaleMajor(Number(`${decimalText(scaled)}${fifth}`))).toBeNull()
      }),
    )
  })
})

describe("scaled amounts", () => {
  test.each(["", "1.5", "1e3", " 1", "abc", "9007199254740993", "--1"])("the stored text %j is a bug", (text) => {
    expect(() => fromText(text)).toThrow(RangeError)
  })

  it("add up without a float's drift", () => {
    expect(sum(Array.from({ length: 1000 }, () => 1_000))).toBe(1_000_000)
    expect(sum([])).toBe(0)
    expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
  })

  test.each([
    [10, 4, 3],
    [10, 3, 3],
    [20, 3, 7],
    [5, 2, 3],
    [-5, 2, -3],
    [5, -2, -3],
    [4, 2, 2],
    [0, 7, 0],
    [-1, 3, 0],
  ])("%i / %i is %i, half away from zero", (amount, divisor, rounded) => {
    expect(divideRounded(amount, divisor)).toBe(rounded)
  })

  it("multiply exactly where doubles would not", () => {
    expect(multiplyDivide(AMOUNT_MAX, 1_500, SCALE)).toBe(1_500_000_000_000)
    expect(multiplyDivide(8_999_999_999_999, 9_999, SCALE)).toBe(8_999_099_999_999)
    expect(() => multiplyDivide(AMOUNT_MAX, AMOUNT_MAX, 1)).toThrow(RangeError)
  })

  it("divide within half a unit of the true quotient", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 1_000_000 }), (amount, divisor) => {
        const rest = BigInt(divideRounded(amount, divisor)) * BigInt(divisor) - BigInt(amount)
        expect(2n * (rest < 0n ? -rest : rest) <= BigInt(divisor)).toBe(true)
      }),
    )
  })
})
