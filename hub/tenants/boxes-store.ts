/** SQL for the boxes of stores and the hashes of their credentials. */
import type { Kysely } from "kysely"
import { createStatement, dialectOf } from "../../runtime/storage/statement.ts"
import type { HubTables, SystemRead, SystemWrite, TenantRead } from "../storage/index.ts"

export interface EnrolledStore {
  readonly storeId: string
  readonly accountId: string
  readonly vendorId: string
}

/** Whether the store has a box. */
export async function isEnrolled({ db }: SystemRead | SystemWrite, storeId: string): Promise<boolean> {
  // The union of both scopes has no common call signature, but both can read.
  const query = (db as SystemRead["db"]).selectFrom("box").select("store_id").where("store_id", "=", storeId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Those of the given stores that have a box. */
export async function enrolledAmong({ db }: SystemWrite, storeIds: readonly string[]): Promise<Set<string>> {
  if (storeIds.length === 0) return new Set()
  const { rows } = await boxesAmong(db, { ids: dialectOf(db).listOf(storeIds) })
  return new Set(rows.map(({ store_id }) => store_id))
}

const boxesAmong = createStatement(
  (db: Kysely<HubTables>, at: { ids: unknown }, dialect) =>
    db.selectFrom("box").select("store_id").where(dialect.isAmong("store_id", at.ids)),
  { byKey: true },
)

/** Replaces the store's box. The previous box may only hand over its unsent sales with its old credential. */
export async function replaceBox({ db, now }: SystemWrite, enrolled: EnrolledStore): Promise<void> {
  const before = await db
    .selectFrom("box")
    .select("credential_hash")
    .where("store_id", "=", enrolled.storeId)
    .executeTakeFirst()
  if (before?.credential_hash) {
    const former = { store_id: enrolled.storeId, credential_hash: before.credential_hash, replaced_at: now }
    await db
      .insertInto("former_box")
      .values(former)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = { credential_hash: null, claimed_at: now }
  await db
    .insertInto("box")
    .values({ store_id: enrolled.storeId, account_id: enrolled.accountId, vendor_id: enrolled.vendorId, ...row })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet(row))
    .execute()
}

export async function setCredential({ db }: SystemWrite, storeId: string, hash: string): Promise<void> {
  await db.updateTable("box").set({ credential_hash: hash }).where("store_id", "=", storeId).execute()
}

/** Whether this is the hash of a replaced box's credential. */
export async function wasReplaced({ db }: SystemRead, storeId: string, hash: string): Promise<boolean> {
  const query = db.selectFrom("former_box").select("store_id").where("store_id", "=", storeId)
  return (await query.where("credential_hash", "=", hash).executeTakeFirst()) !== undefined
}

export async function credentialHash({ db }: SystemRead, storeId: string): Promise<string | null> {
  const query = db.selectFrom("box").select("credential_hash").where("store_id", "=", storeId)
  return (await query.executeTakeFirst())?.credential_hash ?? null
}

/** The boxes of the given stores, with the time at which each was claimed. */
export async function boxesOf(
  scope: TenantRead,
  ids: readonly string[],
): Promise<{ storeId: string; claimedAt: string }[]> {
  if (ids.length === 0) return []
  const rows = await scope
    .selectAcrossVendors("box")
    .select(["store_id", "claimed_at"])
    .where("store_id", "in", [...ids])
    .execute()
  return rows.map(({ store_id, claimed_at }) => ({ storeId: store_id, claimedAt: claimed_at }))
}
