/** Which invoices stand in the way of a change or a cancellation (docs/contract/orders.md#outcome-of-a-correction, docs/contract/cancellation.md#order-of-the-checks). */
import { expect, it } from "vitest"
import { hasValidInvoice, wasVoidRefused } from "../../../../protocol/rules/fiscal/fiscal-standing.ts"
import { FISCAL_STATES } from "../../../../protocol/rules/fiscal/fiscal-states.ts"

it("invoice is valid from its number until it is rejected or cancelled", () => {
  const stand = FISCAL_STATES.states.filter((status) => hasValidInvoice({ fiscal: { status } }))
  expect(stand).toEqual(["pending", "contingency", "processing", "authorized", "cancelling"])
})

it("invoice whose void was refused is rejected and still valid", () => {
  const fiscal = { status: "rejected", stillValid: true }
  expect([hasValidInvoice({ fiscal }), wasVoidRefused({ fiscal })]).toEqual([true, true])
  expect(wasVoidRefused({ fiscal: { status: "rejected" } })).toBe(false)
})

it("order without a document has no valid invoice", () => {
  expect([null, { status: "awaiting_payment" }].map((fiscal) => hasValidInvoice({ fiscal }))).toEqual([false, false])
})
