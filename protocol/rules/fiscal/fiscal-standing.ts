/**
 * Whether an order's invoice stands, so that it has to be voided before the order is changed or cancelled, and can be
 * (docs/contract/orders.md#outcome-of-a-correction, docs/contract/cancellation.md#order-of-the-checks).
 */
import { type Refusal, refuse } from "../../refusals.ts"
import type { FiscalRecord } from "../../shapes/fiscal-record.ts"
import type { OrderRecord } from "../../shapes/order.ts"

/** In these it stands, or may come to stand. */
const STANDING: readonly unknown[] = ["pending", "processing", "contingency", "authorized", "cancelling"]

export function invoiceStands({ fiscal }: Pick<OrderRecord, "fiscal">): boolean {
  return STANDING.includes(fiscal?.status) || voidWasRefused({ fiscal })
}

/** The authority refused the void: the document is told as rejected, and is valid all the same. */
export function voidWasRefused({ fiscal }: Pick<OrderRecord, "fiscal">): boolean {
  return fiscal?.status === "rejected" && fiscal.stillValid === true
}

/** Why nothing is numbered for an order that has no number of ours: a provider that issues by itself has issued its invoice, or is about to. */
export function issuedElsewhere(
  order: Pick<OrderRecord, "fiscal" | "orderExternal">,
): Refusal<"ORDER_ALREADY_INVOICED"> | null {
  if (!invoiceStands(order)) return null
  return refuse("ORDER_ALREADY_INVOICED", `The invoice of the order ${order.orderExternal} is issued elsewhere.`)
}

/**
 * Why an order has no invoice that a credit note could void, or null where it has one: none was numbered, or the authority has ruled that
 * it never was valid, or that it is void. A note for such a one would itself be refused, and the invoice then be taken for one that stands.
 */
export function nothingToVoid(
  invoice: Pick<FiscalRecord, "documentStatus"> | null,
  orderId: string,
): Refusal<"FISCAL_DOCUMENT_NOT_ISSUED"> | null {
  if (invoice?.documentStatus === "PENDING" || invoice?.documentStatus === "AUTHORIZED") return null
  const why = invoice
    ? `The invoice of the order ${orderId} is ${invoice.documentStatus}: there is nothing to void.`
    : `No invoice was numbered for the order ${orderId}.`
  return refuse("FISCAL_DOCUMENT_NOT_ISSUED", why)
}
