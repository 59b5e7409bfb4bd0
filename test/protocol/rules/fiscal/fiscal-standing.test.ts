/** Which invoices stand in the way of a change or a cancellation (docs/contract/orders.md#outcome-of-a-correction, docs/contract/cancellation.md#order-of-the-checks). */
import { expect, it } from "vitest"
import { hasValidInvoice, wasVoidRefused } from "../../../../protocol/rules/fiscal/fiscal-standing.ts"
import { FISCAL_STATES } from "../../../../protocol/rules/fiscal/fiscal-states.ts"

it("an invoice stands, or may come to stand, from its number to its end", () => {
  const stand = FISCAL_STATES.states.filter((status) => hasValidInvoice({ fiscal: { status } }))
  expect(stand).toEqual(["pending", "contingency", "processing", "authorized", "cancelling"])
})

it("an invoice whose void was refused is told as rejected, and stands", () => {
  const fiscal = { status: "rejected", stillValid: true }
  expect([hasValidInvoice({ fiscal }), wasVoidRefused({ fiscal })]).toEqual([true, true])
  expect(wasVoidRefused({ fiscal: { status: "rejected" } })).toBe(false)
})

it("an order without a document has no invoice", () => {
  expect([null, { status: "awaiting_payment" }].map((fiscal) => hasValidInvoice({ fiscal }))).toEqual([false, false])
})
