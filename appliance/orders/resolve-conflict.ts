/** Marks a conflict of an order as resolved, by a person at this store or at the back office. */
import type { resolveConflict as endpoint } from "../../protocol/http/store-state.ts"
import { refuse } from "../../protocol/refusals.ts"
import { type ConflictName, conflictsOf, resolveConflict } from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { findOrder, recordChange } from "./store/index.ts"

interface ConflictDeps {
  readonly outbox: Outbox
  /** Writes the store's audit log. */
  readonly record: RecordAudit
}

export const resolveConflictHandler =
  ({ outbox, record }: ConflictDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const note = body.note.trim()
    const order = findOrder(tx, params.orderId)
    const resolved = order && resolveConflict(order, body, { by: caller.actor, note, now: tx.now })
    const conflict = resolved && findConflict(resolved, body)
    if (!resolved || !conflict) return refuse("NOT_FOUND", "There is no such conflict, or it was resolved already.")
    const detail = { what: body.what, note }
    record(tx, { action: "order.conflict-resolved", caller, subject: resolved.orderExternal, detail })
    recordChange(tx, outbox, { order: resolved, events: [], toKitchen: false })
    return { status: 200, data: conflict }
  }

export interface ConflictResolved extends ConflictName {
  readonly orderId: string
  readonly by: string
  readonly note: string
}

/** Applies a resolution of the back office, which has it in its own audit log. A conflict that was resolved here meanwhile is kept. */
export function resolveFromHub(tx: BoxTx, { orderId, by, note, ...name }: ConflictResolved, outbox: Outbox): void {
  const order = findOrder(tx, orderId)
  const resolved = order && resolveConflict(order, name, { by, note, now: tx.now })
  if (resolved) recordChange(tx, outbox, { order: resolved, events: [], toKitchen: false })
}

function findConflict(order: OrderRecord, { what, key }: ConflictName) {
  return conflictsOf(order).find((conflict) => conflict.what === what && conflict.key === key) ?? null
}
