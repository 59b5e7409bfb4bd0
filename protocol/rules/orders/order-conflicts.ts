/** The conflicts of an order, in its `metadata.conflicts`: added once each, resolved once each, never removed (docs/contract/sync.md#one-order-id-created-on-both-sides). */
import type { ConflictingWrite, OrderConflict } from "../../shapes/conflict.ts"
import type { OrderRecord } from "../../shapes/order.ts"

type Described = Pick<OrderRecord, "metadata">

export function conflictsOf({ metadata }: Described): readonly OrderConflict[] {
  return Array.isArray(metadata.conflicts) ? metadata.conflicts : []
}

/** Those that a person still has to deal with. */
export function openConflicts(order: Described): OrderConflict[] {
  return conflictsOf(order).filter(({ resolved }) => resolved === undefined)
}

/** Payments that the order could not take: the guest must have this money back, or somebody must say that it is no second payment. */
export function secondPayments(order: Described): OrderConflict[] {
  return openConflicts(order).filter(isPayment)
}

/** The open conflicts in which no money waits for its refund. */
export function conflictsWithoutMoney(order: Described): OrderConflict[] {
  return openConflicts(order).filter((one) => !isPayment(one))
}

/** Those of `found` that the order does not have yet. */
export function newConflicts(order: Described, found: readonly OrderConflict[]): OrderConflict[] {
  const known = conflictsOf(order)
  return found.filter((one) => !known.some((other) => isSame(one, other)))
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
  if (!openConflicts(order).some((one) => isSame(one, name))) return null
  const resolved = { at: now, by, note }
  const conflicts = conflictsOf(order).map((one) => (isSame(one, name) && !one.resolved ? { ...one, resolved } : one))
  return withConflicts(order, conflicts, now)
}

/** The order with these conflicts in place of its own. */
export function withConflicts(order: OrderRecord, conflicts: readonly OrderConflict[], now: string): OrderRecord {
  const metadata = { ...order.metadata, conflicts: [...conflicts] }
  return { ...order, metadata, sequence: order.sequence + 1, updatedAt: now }
}

function isPayment({ what, amount, method }: OrderConflict): boolean {
  return what === "payment" && amount !== undefined && method !== undefined
}

function isSame(one: ConflictName, other: ConflictName): boolean {
  return one.what === other.what && one.key === other.key
}
