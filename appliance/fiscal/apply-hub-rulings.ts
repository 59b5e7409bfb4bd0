/** Takes in what the hub numbered for the store, and what the authority said of the store's documents (docs/contract/sync.md#one-writer-per-part). */
import { withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { mergeFiscal } from "../../protocol/rules/fiscal/fiscal-verdict.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId, findOrder, recordChange, saveOrder } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { findRequest, requestsOf, saveRequest } from "./requests-store.ts"
import type { VoidInvoice } from "./void-invoice.ts"

export interface HubNumberDeps {
  readonly outbox: Outbox
  readonly voidInvoice: VoidInvoice
}

/** An order that is here and has no number takes the hub's; one that has its own keeps it, and the hub flags its own. */
export function applyHubNumbered(tx: BoxTx, record: FiscalRecord, { outbox, voidInvoice }: HubNumberDeps): void {
  const known = findRequest(tx, record.fiscalRequestId)
  if (known?.requestStatus === "GENERATED") return
  saveRequest(tx, record)
  const order = findByExternalId(tx, record.orderId)
  if (!order || order.fiscalRepresentation?.numberingStatus === "GENERATED") return
  // Nothing is invoiced for a cancelled order: the hub had not heard of the cancellation.
  if (order.status === "CANCELLED" && isStandingInvoice(record)) voidInvoice(tx, record)
  const numbered = withNumbering(order, requestsOf(tx, record.orderId), "fiscal.numbered")
  if (numbered === order) return
  recordChange(tx, outbox, { order: { ...numbered, updatedAt: tx.now, sequence: order.sequence + 1 }, events: [] })
}

function isStandingInvoice({ operation, requestStatus }: FiscalRecord): boolean {
  return operation === "ISSUE" && requestStatus === "GENERATED"
}

export interface Ruled {
  readonly orderId: string
  readonly fiscal: OrderRecord["fiscal"]
  readonly documents: readonly Pick<FiscalRecord, "fiscalRequestId" | "documentStatus" | "graphic">[]
}

/** The hub has it already: nothing goes up. What the store did meanwhile stays where it is the later word. */
export function applyRuled(tx: BoxTx, { orderId, fiscal, documents }: Ruled): void {
  for (const { fiscalRequestId, ...said } of documents) {
    const record = findRequest(tx, fiscalRequestId)
    if (record) saveRequest(tx, { ...record, ...said })
  }
  const order = findOrder(tx, orderId)
  if (order) saveOrder(tx, { ...order, fiscal: mergeFiscal(fiscal, order.fiscal) })
}
