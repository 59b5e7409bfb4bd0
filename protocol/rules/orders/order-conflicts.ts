/** The conflicts in an order's `metadata.conflicts`. They are resolved, never removed (docs/contract/sync.md#one-order-id-created-on-both-sides). */
import type { Refusal } from "../../refusals.ts"
import type { ConflictCode, ConflictingWrite, ConflictReason, OrderConflict } from "../../shapes/conflict.ts"
import type { OrderRecord } from "../../shapes/order.ts"

export type ConflictCause = Required<Pick<OrderConflict, "why" | "reason">>

/** Builds the reason of a conflict: the English text, and its code with parameters for pages to translate. */
export function conflictCause(code: ConflictCode, why: string, params: ConflictReason["params"] = {}): ConflictCause {
  return { why, reason: { code, params } }
}

/** Builds the reason from the refusal of the write. */
export function causeOfRefusal({ refused, message }: Refusal<ConflictCode & Refusal["refused"]>): ConflictCause {
  if (refused === "CANCELLATION_POLICY_DENIED") return conflictCause(refused, message, { rule: message })
  const isWordedElsewhere = refused === "FISCAL_NUMBERING_FAILED" || refused === "VALIDATION_ERROR"
  return conflictCause(refused, message, isWordedElsewhere ? { said: message } : {})
}

/** What the audit log stores of a conflict. */
export function conflictDetail({ what, why, reason }: OrderConflict): Record<string, string> {
  return reason ? { what, conflict: reason.code, ...reason.params } : { what, why }
}

type Described = Pick<OrderRecord, "metadata">

export function conflictsOf({ metadata }: Described): readonly OrderConflict[] {
  return Array.isArray(metadata.conflicts) ? metadata.conflicts : []
}

/** Conflicts that a person still has to resolve. */
export function openConflicts(order: Described): OrderConflict[] {
  return conflictsOf(order).filter(({ resolved }) => resolved === undefined)
}

/** Open conflicts over payments: the guest must get this money back, or a person confirms that it is no second payment. */
export function secondPayments(order: Described): OrderConflict[] {
  return openConflicts(order).filter(isPayment)
}

/** Open conflicts that are not about a payment. */
export function conflictsWithoutMoney(order: Described): OrderConflict[] {
  return openConflicts(order).filter((one) => !isPayment(one))
}

/** The conflicts of `found` that the order does not have yet. */
export function newConflicts(order: Described, found: readonly OrderConflict[]): OrderConflict[] {
  const known = conflictsOf(order)
  return found.filter((one) => !known.some((other) => isSameConflict(one, other)))
}

export function addConflicts(order: OrderRecord, added: readonly OrderConflict[], now: string): OrderRecord {
  return withConflicts(order, [...conflictsOf(order), ...added], now)
}

export interface ConflictName {
  readonly what: ConflictingWrite
  readonly key: string
}

/** Returns null when the order has no such open conflict. */
export function resolveConflict(
  order: OrderRecord,
  name: ConflictName,
  { by, note, now }: { readonly by: string; readonly note: string; readonly now: string },
): OrderRecord | null {
  if (!openConflicts(order).some((one) => isSameConflict(one, name))) return null
  const resolved = { at: now, by, note }
  const conflicts = conflictsOf(order).map((one) =>
    isSameConflict(one, name) && !one.resolved ? { ...one, resolved } : one,
  )
  return withConflicts(order, conflicts, now)
}

/** The order with its conflicts replaced. */
export function withConflicts(order: OrderRecord, conflicts: readonly OrderConflict[], now: string): OrderRecord {
  const metadata = { ...order.metadata, conflicts: [...conflicts] }
  return { ...order, metadata, sequence: order.sequence + 1, updatedAt: now }
}

function isPayment({ what, amount, method }: OrderConflict): boolean {
  return what === "payment" && amount !== undefined && method !== undefined
}

function isSameConflict(one: ConflictName, other: ConflictName): boolean {
  return one.what === other.what && one.key === other.key
}
