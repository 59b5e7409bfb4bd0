/**
 * Whether an order's invoice is valid, so that it must be voided before the order is corrected or cancelled
 * (docs/contract/orders.md#outcome-of-a-correction, docs/contract/cancellation.md#order-of-the-checks).
 */
import { type Refusal, refuse } from "../../refusals.ts"
import type { FiscalRecord } from "../../shapes/fiscal-record.ts"
import type { OrderRecord } from "../../shapes/order.ts"

/** Statuses of an invoice that is valid or may become valid. */
const VALID_STATUSES: readonly unknown[] = ["pending", "processing", "contingency", "authorized", "cancelling"]

export function hasValidInvoice({ fiscal }: Pick<OrderRecord, "fiscal">): boolean {
  return VALID_STATUSES.includes(fiscal?.status) || wasVoidRefused({ fiscal })
}

/** Whether the authority refused the void. The document then has the status `rejected` but is still valid. */
export function wasVoidRefused({ fiscal }: Pick<OrderRecord, "fiscal">): boolean {
  return fiscal?.status === "rejected" && fiscal.stillValid === true
}

/** Refuses to number an order whose invoice a provider issues by itself. */
export function refuseIssuedElsewhere(
  order: Pick<OrderRecord, "fiscal" | "orderExternal">,
): Refusal<"ORDER_ALREADY_INVOICED"> | null {
  if (!hasValidInvoice(order)) return null
  return refuse("ORDER_ALREADY_INVOICED", `The invoice of the order ${order.orderExternal} is issued elsewhere.`)
}

/**
 * Refuses a void when no invoice was numbered, or when the authority rejected or cancelled it. The authority would refuse such a credit
 * note, and the invoice would then look valid.
 */
export function refuseNothingToVoid(
  invoice: Pick<FiscalRecord, "documentStatus"> | null,
  orderId: string,
): Refusal<"FISCAL_DOCUMENT_NOT_ISSUED"> | null {
  if (invoice?.documentStatus === "PENDING" || invoice?.documentStatus === "AUTHORIZED") return null
  const why = invoice
    ? `The invoice of the order ${orderId} is ${invoice.documentStatus}: there is nothing to void.`
    : `No invoice was numbered for the order ${orderId}.`
  return refuse("FISCAL_DOCUMENT_NOT_ISSUED", why)
}
