/** Refunds that are under way, in the hub's database: a row from the moment that an order is held until its home knows the end. */

import type { Cancellation, Refund } from "../../protocol/shapes/cancellation.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemRead, SystemWrite, Tenant, TenantRead, TenantWrite } from "../storage/index.ts"

/**
 * `holding`: the store is being asked to hold the order. `unsure`: it did not answer, and may hold it. `asking`: the order is held, its providers are being asked. `telling`: the
 * providers have spoken, the store has been told, and has not yet said that it knows.
 */
export type RefundState = "holding" | "unsure" | "asking" | "telling"

export interface MoneyToRefund {
  readonly method: string
  readonly amount: string
  /** null: the store gives it back by itself. */
  readonly provider: string | null
}

export interface RefundRecord {
  readonly cancellation: Cancellation
  readonly money: readonly MoneyToRefund[]
  /** What has come back so far. */
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
  /** How often it was taken up: once it is another number, whoever had it decides nothing more. */
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

/** The one of an order, by its external id: the id that survives when a store had the order under another one. */
export async function findRefund(scope: TenantRead, externalId: string): Promise<StoredRefund | null> {
  return toStoredRefund(
    await scope.select("refund").selectAll().where("external_id", "=", externalId).executeTakeFirst(),
  )
}

/** As it is now, until the commit; null when another process has taken it up, or ended it. */
export async function lockRefund(tx: TenantWrite, { id, attempts }: StoredRefund): Promise<StoredRefund | null> {
  const kept = await lockAny(tx, id)
  return kept?.attempts === attempts ? kept : null
}

async function lockAny(tx: TenantWrite, id: string): Promise<StoredRefund | null> {
  const query = tx.select("refund").selectAll().where("refund_id", "=", id)
  return toStoredRefund(await tx.dialect.forUpdate(query).executeTakeFirst())
}

/** Money that came back is kept, whoever has the refund by now; null when that is another process. */
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

/** The store is asked once more by who takes it up now; false where the hold was given up, or somebody else asks. */
export async function lockAgain(tx: TenantWrite, id: string, leaseUntil: string): Promise<boolean> {
  const query = tx.update("refund").set({ state: "holding", lease_until: leaseUntil }).where("refund_id", "=", id)
  return (await query.where("state", "=", "unsure").executeTakeFirst()).numUpdatedRows === 1n
}

/** The store holds the order; false where the hold was given up before its answer came. */
export async function markLocked(tx: TenantWrite, id: string): Promise<boolean> {
  const query = tx.update("refund").set({ state: "asking" }).where("refund_id", "=", id)
  return (await query.where("state", "=", "holding").executeTakeFirst()).numUpdatedRows === 1n
}

/** A hold that nobody knows the end of is given up; false where somebody has taken it up since it was claimed. */
export async function giveUpLock(tx: TenantWrite, { id, leaseUntil }: ClaimedRefund): Promise<boolean> {
  const query = tx.remove("refund").where("refund_id", "=", id).where("lease_until", "=", leaseUntil)
  return (await query.where("state", "in", ["holding", "unsure"]).executeTakeFirst()).numDeletedRows === 1n
}

export async function deleteRefund(tx: TenantWrite, id: string): Promise<void> {
  await tx.remove("refund").where("refund_id", "=", id).execute()
}

/** `beyond`: a lease that ends behind it was given by a clock that has been set back since. */
export async function dueRefunds({ db, now }: SystemRead, { beyond, limit }: { beyond: string; limit: number }) {
  const query = db.selectFrom("refund").select("refund_id")
  const due = query.where((eb) => eb.or([eb("lease_until", "<=", now), eb("lease_until", ">", beyond)]))
  const rows = await due.orderBy("lease_until").limit(limit).execute()
  return rows.map((row) => row.refund_id)
}

/** One that belongs to who has claimed it, until then. */
export interface ClaimedRefund extends StoredRefund {
  readonly leaseUntil: string
}

interface Claim {
  /** As for `dueRefunds`. */
  readonly beyond: string
  readonly until: (attempts: number) => string
  readonly dialect: Dialect
}

/** Takes a refund for a while, as it is by then; null when somebody else has it, or it has ended. */
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
