/** Which invoices stand in the way of a change or a cancellation (decisions §4, §5). */
import { expect, it } from "vitest"
import { invoiceStands, voidWasRefused } from "../../../protocol/rules/fiscal-standing.ts"

it.each([
  ["pending", true],
  ["processing", true],
  ["contingency", true],
  ["authorized", true],
  ["cancelling", true],
  ["cancelled", false],
  ["rejected", false],
  ["denied", false],
  ["error", false],
  ["awaiting_payment", false],
])("an invoice that is %s stands: %s", (status, stands) => {
  expect(invoiceStands({ fiscal: { status } })).toBe(stands)
})

it("an invoice whose void was refused is told as rejected, and stands", () => {
  const fiscal = { status: "rejected", stillValid: true }
  expect([invoiceStands({ fiscal }), voidWasRefused({ fiscal })]).toEqual([true, true])
  expect(voidWasRefused({ fiscal: { status: "rejected" } })).toBe(false)
})

it("an order without a document has no invoice", () => {
  expect([invoiceStands({ fiscal: null }), voidWasRefused({ fiscal: null })]).toEqual([false, false])
})
