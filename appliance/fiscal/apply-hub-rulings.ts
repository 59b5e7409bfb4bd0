/** Applies numbers that the hub gave for the store, and the authority's rulings on its documents (docs/contract/sync.md#one-writer-per-part). */
import { mergeFiscal } from "../../protocol/rules/fiscal/fiscal-verdict.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId, findOrder, saveOrder } from "../orders/store/index.ts"
import type { BoxTx } from "../storage/index.ts"
import type { DrawNumberDeps } from "./draw-number.ts"
import { recordNumbers } from "./link-numbers.ts"
import { findRequest, saveRequest } from "./requests-store.ts"
import { voidInvoice } from "./void-invoice.ts"

/** Links a number from the hub to its order, if the order is here. If both sides numbered it, the earlier number stands and the hub cancels the other. */
export function applyHubNumber(tx: BoxTx, record: FiscalRecord, drawing: DrawNumberDeps): void {
  const known = findRequest(tx, record.fiscalRequestId)
  if (known?.requestStatus === "GENERATED") return
  saveRequest(tx, record)
  const order = findByExternalId(tx, record.orderId)
  if (!order) return
  const isNumbered = order.fiscalRepresentation?.numberingStatus === "GENERATED"
  // The hub did not know of the cancellation yet. A cancelled order must have no invoice, so it is voided.
  if (order.status === "CANCELLED" && !isNumbered && isStandingInvoice(record)) voidInvoice(tx, record, drawing)
  recordNumbers(tx, order, drawing.outbox)
}

function isStandingInvoice({ operation, requestStatus }: FiscalRecord): boolean {
  return operation === "ISSUE" && requestStatus === "GENERATED"
}

export interface HubRuling {
  readonly orderId: string
  readonly fiscal: OrderRecord["fiscal"]
  readonly documents: readonly Pick<FiscalRecord, "fiscalRequestId" | "documentStatus" | "graphic">[]
}

/** Sends nothing back, since the hub has it already. Later changes of the store are kept. */
export function applyHubRuling(tx: BoxTx, { orderId, fiscal, documents }: HubRuling): void {
  for (const { fiscalRequestId, ...ruling } of documents) {
    const record = findRequest(tx, fiscalRequestId)
    if (record) saveRequest(tx, { ...record, ...ruling })
  }
  const order = findOrder(tx, orderId)
  if (order) saveOrder(tx, { ...order, fiscal: mergeFiscal(fiscal, order.fiscal) })
}
