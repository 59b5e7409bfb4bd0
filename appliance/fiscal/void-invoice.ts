/**
 * Numbers credit notes: of an invoice that the hub numbered for an order which this store had cancelled
 * (docs/contract/fiscal.md#which-side-numbers), and of a sale that was refunded in full
 * (docs/contract/cancellation.md#refund-a-completed-order).
 */
import { isRefusal } from "../../protocol/refusals.ts"
import { readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { refuseNothingToVoid } from "../../protocol/rules/fiscal/fiscal-standing.ts"
import { documentsOf } from "../../protocol/rules/fiscal/order-documents.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { type DrawNumberDeps, drawNumber } from "./draw-number.ts"
import { linkNumbers } from "./link-numbers.ts"
import { requestsOf } from "./requests-store.ts"

/** Numbers a credit note. It is stored as a request of the order, with its number or with the reason why there is none. */
export function voidInvoice(tx: BoxTx, invoice: FiscalRecord, drawing: DrawNumberDeps): void {
  const { orderId } = invoice
  const { store } = requireConfig(tx)
  const numbering = readNumbering({ operation: "CANCEL", orderId }, { invoice, store })
  if (isRefusal(numbering)) throw new Error(numbering.message)
  drawNumber(tx, drawing, { request: numbering, requests: requestsOf(tx, orderId) })
}

/** Returns the order with its credit note, or unchanged if it has one already or has no invoice to void. */
export function creditRefund(tx: BoxTx, order: OrderRecord, drawing: DrawNumberDeps): OrderRecord {
  const { invoice, note } = documentsOf(requestsOf(tx, order.orderExternal), order)
  if (!invoice || note || refuseNothingToVoid(invoice, order.orderExternal)) return order
  voidInvoice(tx, invoice, drawing)
  return linkNumbers(tx, order)
}
