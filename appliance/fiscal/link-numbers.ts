/** Links an order with its numbers, whether the order or the number arrived first (docs/contract/fiscal.md#which-side-numbers). */
import { withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { documentsOf, referencesOf } from "../../protocol/rules/fiscal/order-documents.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId, recordChange } from "../orders/store/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { requestsOf } from "./requests-store.ts"

/** Returns the order with its numbers, or the same object if it has them already. */
export function linkNumbers(tx: BoxTx, order: OrderRecord): OrderRecord {
  const linked = withNumbering(order, requestsOf(tx, order.orderExternal), "fiscal.numbered")
  return String(referencesOf(linked)) === String(referencesOf(order)) ? order : linked
}

export function recordNumbers(tx: BoxTx, order: OrderRecord, outbox: Outbox): void {
  const linked = linkNumbers(tx, order)
  if (linked === order) return
  recordChange(tx, outbox, { order: { ...linked, updatedAt: tx.now, sequence: order.sequence + 1 }, events: [] })
}

/** After a restore: links the numbers that the hub, or another box of the store, gave to the same orders. */
export function recordRestoredNumbers(tx: BoxTx, records: readonly FiscalRecord[], outbox: Outbox): void {
  for (const externalId of new Set(records.map(({ orderId }) => orderId))) {
    const order = findByExternalId(tx, externalId)
    if (order && documentsOf(requestsOf(tx, externalId), order).replaced.length > 0) recordNumbers(tx, order, outbox)
  }
}
