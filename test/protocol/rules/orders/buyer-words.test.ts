import { expect, it } from "vitest"
import { buyerWordOf, buyerWords } from "../../../../protocol/rules/orders/buyer-words.ts"

const nobody = { customer: null, billing: null }

it("buyerWords has documents, telephones and e-mails once, normalised", () => {
  const customer = { name: "Ana", govIdNumber: "171.234.567-8", email: " Ana@Example.com ", phone: "+593 99 123-4567" }
  const billing = { businessName: "Acme", govIdType: "RUC", govIdNumber: "1790012345001", email: "ana@example.com" }
  expect(buyerWords({ customer, billing })).toEqual(["1712345678", "1790012345001", "593991234567", "ana@example.com"])
})

it.each([
  ["nobody", nobody],
  ["a name alone", { ...nobody, customer: { name: "Ana" } }],
  ["a final consumer's filler", { ...nobody, customer: { govIdNumber: "9999999999999" } }],
  ["what is no text", { ...nobody, customer: { email: { a: 1 }, phone: true } }],
])("buyerWords is empty for %s", (_what, order) => {
  expect(buyerWords(order)).toEqual([])
})

it.each([
  ["17.123-4567/8", "1712345678"],
  ["ANA@example.com", "ana@example.com"],
  ["(02) 234 5678", "022345678"],
  [1712345678, "1712345678"],
  ["A-1", null],
  ["burger", null],
  ["1".repeat(300), null],
  [null, null],
])("buyerWordOf normalises %s to %s", (typed, word) => {
  expect(buyerWordOf(typed)).toBe(word)
})
