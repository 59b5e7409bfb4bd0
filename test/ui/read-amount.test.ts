import { expect, it } from "vitest"
import { readAmount, writeAmount } from "../../ui/read-amount.ts"

it.each([
  ["", 2, 0],
  ["0", 2, 0],
  ["12", 2, 120_000],
  ["12.5", 2, 125_000],
  ["12,50", 2, 125_000],
  ["12.", 2, 120_000],
  ["$ 1 250", 2, 12_500_000],
  ["1.250", 2, 12_500_000],
  ["1,250.50", 2, 12_505_000],
  ["1.250,50", 2, 12_505_000],
  ["1.250.000", 0, 12_500_000_000],
  ["20000", 0, 200_000_000],
  ["1.5", 0, null], // pesos have no half
  ["12.505", 2, 125_050_000], // three digits are thousands
  ["1,250", 2, null],
  ["25,555", 2, null], // but not after the separator of the cents
  ["1,250,000", 2, 12_500_000_000],
  ["20,000", 0, 200_000_000],
  ["1,234.567", 2, null], // tenths of a cent are no money
  ["1.25.50", 2, null],
  ["-5", 2, null],
  ["five", 2, null],
  [".5", 2, null],
])("%j with %i decimals is %j", (typed, decimals, amount) => {
  expect(readAmount(typed, { decimals, point: "," })).toBe(amount)
})

it("with a decimal point, a comma separates thousands", () => {
  expect(readAmount("1,250", { decimals: 2, point: "." })).toBe(12_500_000)
  expect(readAmount("1.250", { decimals: 2, point: "." })).toBeNull()
})

it.each([
  [125_000, 2, "12,50"],
  [200_000_000, 0, "20000"],
])("%i with %i decimals is written %j", (amount, decimals, text) => {
  expect(writeAmount(amount, { decimals, point: "," })).toBe(text)
  expect(readAmount(text, { decimals, point: "," })).toBe(amount)
})
