/** Numbers the credit note of an invoice that the hub numbered for an order which this store had cancelled (docs/contract/fiscal.md#which-side-numbers). */
import { isRefusal } from "../../protocol/refusals.ts"
import { readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { type DrawNumberInput, drawNumber } from "./draw-number.ts"
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
