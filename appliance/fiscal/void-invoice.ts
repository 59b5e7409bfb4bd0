/**
 * Numbers credit notes: of an invoice that the hub numbered for an order which this store had cancelled
 * (docs/contract/fiscal.md#which-side-numbers), and of a sale whose money went back in full
 * (docs/contract/cancellation.md#refund-a-completed-order).
 */
import { isRefusal } from "../../protocol/refusals.ts"
import { readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { nothingToVoid } from "../../protocol/rules/fiscal/fiscal-standing.ts"
import { documentsOf } from "../../protocol/rules/fiscal/order-documents.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { type DrawNumberInput, drawNumber } from "./draw-number.ts"
import { linkNumbers } from "./link-numbers.ts"
import { requestsOf } from "./requests-store.ts"

/** The credit note is one of the order's requests then, with its number or with the reason why there is none. */
export type VoidInvoice = (tx: BoxTx, invoice: FiscalRecord) => void

export const createVoidInvoice =
  (drawing: DrawNumberInput): VoidInvoice =>
  (tx, invoice) => {
    const { orderId } = invoice
    const { store } = requireConfig(tx)
    const asked = readNumbering({ operation: "CANCEL", orderId }, { invoice, store })
    if (isRefusal(asked)) throw new Error(asked.message)
    drawNumber(tx, drawing, { asked, requests: requestsOf(tx, orderId) })
  }

/** The order with its credit note; as it is where it has one, or has no invoice that could be voided. */
export type CreditRefund = (tx: BoxTx, order: OrderRecord) => OrderRecord

export function createCreditRefund(drawing: DrawNumberInput): CreditRefund {
  const voidInvoice = createVoidInvoice(drawing)
  return (tx, order) => {
    const { invoice, note } = documentsOf(requestsOf(tx, order.orderExternal), order)
    if (!invoice || note || nothingToVoid(invoice, order.orderExternal)) return order
    voidInvoice(tx, invoice)
    return linkNumbers(tx, order)
  }
}
