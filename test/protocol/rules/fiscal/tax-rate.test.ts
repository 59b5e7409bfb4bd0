/** One reading of tax rates for injections, carts and papers. */
import { expect, it } from "vitest"
import { readTaxRate } from "../../../../protocol/rules/fiscal/tax-rate.ts"

it.each([
  ["0.15", 1500],
  [0.15, 1500],
  ["15", 1500],
  [15, 1500],
  ["12.5", 1250],
  ["0", 0],
  [1, 100],
  [100, 10_000],
  ["-0.15", null],
  [101, null],
  ["a lot", null],
  ["0.12345", null],
])("%j is read as %j ten-thousandths", (rate, fraction) => {
  expect(readTaxRate(rate)).toBe(fraction)
})
