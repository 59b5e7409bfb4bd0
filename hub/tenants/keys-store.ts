/** API keys, stored as hashes. */
import type { Caller } from "../../protocol/http/endpoint.ts"
import type { KnownKey } from "../../protocol/shapes/store-config.ts"
import type { SystemRead, SystemWrite, Tenant } from "../storage/index.ts"

export interface NewKey {
  readonly keyId: string
  readonly accountId: string
  readonly vendorId: string | null
  readonly name: string
  readonly hash: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly expiresAt?: string | null
}

export async function findCaller({ db, now }: SystemRead, hash: string): Promise<Caller | null> {
  const row = await db
    .selectFrom("api_key")
    .select(["key_id", "account_id", "vendor_id", "scopes"])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirst()
  if (!row) return null
  return {
    actor: `apikey:${row.key_id}`,
    keyId: row.key_id,
    accountId: row.account_id,
    vendorId: row.vendor_id,
    scopes: JSON.parse(row.scopes),
  }
}

export async function hasKeyNamed({ db }: SystemWrite, accountId: string, name: string): Promise<boolean> {
  const query = db.selectFrom("api_key").select("key_id").where("account_id", "=", accountId).where("name", "=", name)
  return (await query.executeTakeFirst()) !== undefined
}

export async function insertKey({ db, now }: SystemWrite, key: NewKey): Promise<void> {
  const row = {
    key_id: key.keyId,
    account_id: key.accountId,
    vendor_id: key.vendorId,
    name: key.name,
    hash: key.hash,
    prefix: key.prefix,
    scopes: JSON.stringify(key.scopes),
    created_at: now,
    revoked_at: null,
    expires_at: key.expiresAt ?? null,
    last_used_at: null,
  }
  await db.insertInto("api_key").values(row).execute()
}

/** The keys that a store's box must know: those of its vendor, and account-wide ones, which it refuses as the hub does. */
export async function keysOfVendor({ db, now }: SystemWrite, tenant: Tenant): Promise<KnownKey[]> {
  const rows = await db
    .selectFrom("api_key")
    .select(["key_id", "account_id", "vendor_id", "hash", "scopes", "expires_at"])
    .where("account_id", "=", tenant.accountId)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .where((where) => where.or([where("vendor_id", "=", tenant.vendorId), where("vendor_id", "is", null)]))
    .orderBy("key_id")
    .execute()
  return rows.map((row) => ({
    keyId: row.key_id,
    hash: row.hash,
    accountId: row.account_id,
    vendorId: row.vendor_id,
    scopes: JSON.parse(row.scopes),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  }))
}
