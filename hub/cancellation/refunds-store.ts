/** Refunds that are under way: a row from the moment an order is locked for its refund until its home knows the result. */

import type { Cancellation, Refund } from "../../protocol/shapes/cancellation.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemRead, SystemWrite, Tenant, TenantRead, TenantWrite } from "../storage/index.ts"

/**
 * `holding`: the store is asked to lock the order. `unsure`: it did not answer, and may have locked it. `asking`: the order is locked, and the
 * providers are called. `telling`: the providers have answered, and the store has not confirmed the result yet.
 */
type RefundState = "holding" | "unsure" | "asking" | "telling"

export interface MoneyToRefund {
  readonly method: string
  readonly amount: string
  /** Null: the store refunds it itself. */
  readonly provider: string | null
}

export interface RefundRecord {
  readonly cancellation: Cancellation
  readonly money: readonly MoneyToRefund[]
  /** What is refunded so far. */
  readonly done: readonly Refund[]
  readonly outcome: "refunded" | "refused" | null
  readonly context: Readonly<Record<string, unknown>>
}

export interface StoredRefund {
  readonly id: string
  readonly tenant: Tenant
  readonly externalId: string
  readonly state: RefundState
  readonly record: RefundRecord
  /** How often it was claimed. A process whose number is older may change nothing more. */
  readonly attempts: number
}

type NewRefund = Pick<StoredRefund, "id" | "externalId" | "state" | "record"> & { readonly leaseUntil: string }

/** False when the order has one already. */
export async function insertRefund(tx: TenantWrite, { id, externalId, state, record, leaseUntil }: NewRefund) {
  const row = { refund_id: id, external_id: externalId, state, record: JSON.stringify(record), attempts: 0 }
  const result = await tx
    .insert("refund", { ...row, lease_until: leaseUntil, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The refund of an order, by its external id, which stays when a store has the order under another id. */
export async function findRefund(scope: TenantRead, externalId: string): Promise<StoredRefund | null> {
  return toStoredRefund(
    await scope.select("refund").selectAll().where("external_id", "=", externalId).executeTakeFirst(),
  )
}

/** Locks a refund until the commit; null when another process has claimed or ended it. */
export async function lockRefund(tx: TenantWrite, { id, attempts }: StoredRefund): Promise<StoredRefund | null> {
  const kept = await lockAny(tx, id)
  return kept?.attempts === attempts ? kept : null
}

async function lockAny(tx: TenantWrite, id: string): Promise<StoredRefund | null> {
  const query = tx.select("refund").selectAll().where("refund_id", "=", id)
  return toStoredRefund(await tx.dialect.forUpdate(query).executeTakeFirst())
}

/** Saves refunded money, also if another process has the refund now; then it returns null. */
export async function addDone(
  tx: TenantWrite,
  { id, attempts }: StoredRefund,
  made: readonly Refund[],
): Promise<StoredRefund | null> {
  const kept = await lockAny(tx, id)
  if (!kept) return null
  const { done } = kept.record
  const fresh = made.filter(({ method }) => !done.some((one) => one.method === method))
  const now = { ...kept, record: { ...kept.record, done: [...done, ...fresh] } }
  await saveRefund(tx, now)
  return kept.attempts === attempts ? now : null
}

export async function saveRefund(tx: TenantWrite, { id, state, record }: StoredRefund): Promise<void> {
  await tx
    .update("refund")
    .set({ state, record: JSON.stringify(record) })
    .where("refund_id", "=", id)
    .execute()
}

/** Claims the right to ask the store again; false when the lock was given up, or another process asks. */
export async function lockAgain(tx: TenantWrite, id: string, leaseUntil: string): Promise<boolean> {
  const query = tx.update("refund").set({ state: "holding", lease_until: leaseUntil }).where("refund_id", "=", id)
  return (await query.where("state", "=", "unsure").executeTakeFirst()).numUpdatedRows === 1n
}

/** The store has locked the order; false when the lock was given up before the answer came. */
export async function markLocked(tx: TenantWrite, id: string): Promise<boolean> {
  const query = tx.update("refund").set({ state: "asking" }).where("refund_id", "=", id)
  return (await query.where("state", "=", "holding").executeTakeFirst()).numUpdatedRows === 1n
}

/** Gives up a lock whose outcome is unknown; false when another process has claimed it since. */
export async function giveUpLock(tx: TenantWrite, { id, leaseUntil }: ClaimedRefund): Promise<boolean> {
  const query = tx.remove("refund").where("refund_id", "=", id).where("lease_until", "=", leaseUntil)
  return (await query.where("state", "in", ["holding", "unsure"]).executeTakeFirst()).numDeletedRows === 1n
}

export async function deleteRefund(tx: TenantWrite, id: string): Promise<void> {
  await tx.remove("refund").where("refund_id", "=", id).execute()
}

/** `beyond`: a lease that ends later was written by a clock that has been set back since. */
export async function dueRefunds({ db, now }: SystemRead, { beyond, limit }: { beyond: string; limit: number }) {
  const query = db.selectFrom("refund").select("refund_id")
  const due = query.where((eb) => eb.or([eb("lease_until", "<=", now), eb("lease_until", ">", beyond)]))
  const rows = await due.orderBy("lease_until").limit(limit).execute()
  return rows.map((row) => row.refund_id)
}

/** A refund with the end of its lease. */
export interface ClaimedRefund extends StoredRefund {
  readonly leaseUntil: string
}

interface Claim {
  /** As for `dueRefunds`. */
  readonly beyond: string
  readonly until: (attempts: number) => string
  readonly dialect: Dialect
}

/** Claims a refund and reads it; null when another process has it, or it has ended. */
export async function claimRefund(
  { db, now }: SystemWrite,
  id: string,
  { beyond, until, dialect }: Claim,
): Promise<ClaimedRefund | null> {
  const own = db.selectFrom("refund").selectAll().where("refund_id", "=", id)
  const due = own.where((eb) => eb.or([eb("lease_until", "<=", now), eb("lease_until", ">", beyond)]))
  const kept = toStoredRefund(await dialect.forUpdate(due).executeTakeFirst())
  if (!kept) return null
  const attempts = kept.attempts + 1
  const leaseUntil = until(attempts)
  await db.updateTable("refund").set({ lease_until: leaseUntil, attempts }).where("refund_id", "=", id).execute()
  return { ...kept, attempts, leaseUntil }
}

interface Row {
  readonly refund_id: string
  readonly account_id: string
  readonly vendor_id: string
  readonly external_id: string
  readonly state: string
  readonly record: string
  readonly attempts: number
}

function toStoredRefund(row: Row | undefined): StoredRefund | null {
  if (!row) return null
  return {
    id: row.refund_id,
    tenant: { accountId: row.account_id, vendorId: row.vendor_id },
    externalId: row.external_id,
    state: row.state as RefundState,
    record: JSON.parse(row.record),
    attempts: row.attempts,
  }
}
