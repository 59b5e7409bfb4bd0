/** SQL for the API keys and client credentials of an account. */
import type { Selectable } from "kysely"
import type { ApiKey, ClientCredential } from "../../protocol/http/admin/keys.ts"
import type { HubTables, SystemRead, SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"

type Scope = SystemRead | SystemWrite

interface KeyListQuery {
  readonly accountId: string
  readonly vendorIds: readonly string[]
  /** Name or id of the last entry on the page before. */
  readonly after: string | null
  readonly limit: number
}

/** Keys of the given vendors and of the whole account, by name. */
export async function keysSeen(scope: SystemRead, query: KeyListQuery): Promise<ApiKey[]> {
  const rows = await keysQuery(scope, query).selectAll().execute()
  return rows.map((row) => toKey(row, scope.now))
}

export function keysQuery({ db }: SystemRead, { accountId, vendorIds, after, limit }: KeyListQuery) {
  const query = db
    .selectFrom("api_key")
    .where("account_id", "=", accountId)
    .where(({ eb, or }) =>
      or([eb("vendor_id", "is", null), ...(vendorIds.length > 0 ? [eb("vendor_id", "in", [...vendorIds])] : [])]),
    )
    .orderBy("name")
    .limit(limit)
  return after === null ? query : query.where("name", ">", after)
}

export async function findKey({ db, now }: Scope, accountId: string, keyId: string): Promise<ApiKey | null> {
  const query = (db as SystemRead["db"]).selectFrom("api_key").selectAll()
  const row = await query.where("key_id", "=", keyId).where("account_id", "=", accountId).executeTakeFirst()
  return row ? toKey(row, now) : null
}

export async function findKeyName(scope: TenantRead, keyId: string): Promise<string | null> {
  const query = scope.selectAcrossVendors("api_key").select("name").where("key_id", "=", keyId)
  return (await query.executeTakeFirst())?.name ?? null
}

/** The names of the account's keys by their ids. */
export async function keyNames(scope: TenantRead): Promise<Map<string, string>> {
  const rows = await scope.selectAcrossVendors("api_key").select(["key_id", "name"]).execute()
  return new Map(rows.map(({ key_id, name }) => [key_id, name]))
}

/** Clients of the given vendors, by id. */
export async function clientsSeen(scope: SystemRead, query: KeyListQuery): Promise<ClientCredential[]> {
  if (query.vendorIds.length === 0) return []
  const rows = await clientsQuery(scope, query).selectAll().execute()
  return rows.map((row) => toClient(row, scope.now))
}

export function clientsQuery({ db }: SystemRead, { accountId, vendorIds, after, limit }: KeyListQuery) {
  const query = db
    .selectFrom("client_credential")
    .where("account_id", "=", accountId)
    .where("vendor_id", "in", [...vendorIds])
    .orderBy("client_id")
    .limit(limit)
  return after === null ? query : query.where("client_id", ">", after)
}

export async function findClient(
  { db, now }: Scope,
  accountId: string,
  clientId: string,
): Promise<ClientCredential | null> {
  const query = (db as SystemRead["db"]).selectFrom("client_credential").selectAll()
  const row = await query.where("client_id", "=", clientId).where("account_id", "=", accountId).executeTakeFirst()
  return row ? toClient(row, now) : null
}

type KeyRow = Selectable<HubTables["api_key"]>

function toKey(row: KeyRow, now: string): ApiKey {
  const { key_id: keyId, name, prefix, vendor_id: vendorId } = row
  return { keyId, name, prefix, vendorId, scopes: JSON.parse(row.scopes), ...lifetimeOf(row, now) }
}

function toClient(row: Selectable<HubTables["client_credential"]>, now: string): ClientCredential {
  return { clientId: row.client_id, username: row.username, vendorId: row.vendor_id, ...lifetimeOf(row, now) }
}

export async function renameKey(tx: TenantWrite, keyId: string, name: string): Promise<void> {
  await changeKey(tx, keyId, { name }).execute()
}

/** Never moves an earlier end to a later time. */
export async function expireKey(tx: TenantWrite, key: ApiKey, at: string): Promise<void> {
  const expires = key.expiresAt !== null && key.expiresAt < at ? key.expiresAt : at
  await changeKey(tx, key.keyId, { expires_at: expires }).execute()
}

export async function revokeKey(tx: TenantWrite, keyId: string): Promise<void> {
  await changeKey(tx, keyId, { revoked_at: tx.now }).where("revoked_at", "is", null).execute()
}

type Change = { readonly name: string } | { readonly expires_at: string } | { readonly revoked_at: string }

/** Changes only rows of the caller's account. */
function changeKey({ system, tenant }: TenantWrite, keyId: string, change: Change) {
  const query = system.db.updateTable("api_key").set(change)
  return query.where("key_id", "=", keyId).where("account_id", "=", tenant.accountId)
}

interface NewClient {
  readonly accountId: string
  readonly vendorId: string
  readonly clientId: string
  readonly username: string
  readonly secretHash: string
  readonly passwordHash: string
}

/** Whether a client of the account has the id or the user name already. */
export async function isClientTaken(
  { db }: SystemWrite,
  { accountId, clientId, username }: Pick<NewClient, "accountId" | "clientId" | "username">,
) {
  const row = await db
    .selectFrom("client_credential")
    .select("client_id")
    .where("account_id", "=", accountId)
    .where((eb) => eb.or([eb("client_id", "=", clientId), eb("username", "=", username)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertClient({ db, now }: SystemWrite, client: NewClient): Promise<void> {
  const row = {
    client_id: client.clientId,
    account_id: client.accountId,
    vendor_id: client.vendorId,
    username: client.username,
    secret_hash: client.secretHash,
    password_hash: client.passwordHash,
    revoked_at: null,
    created_at: now,
    expires_at: null,
    last_used_at: null,
  }
  await db.insertInto("client_credential").values(row).execute()
}

export async function expireClient(tx: TenantWrite, client: ClientCredential, at: string): Promise<void> {
  const expires = client.expiresAt !== null && client.expiresAt < at ? client.expiresAt : at
  await changeClient(tx, client.clientId, { expires_at: expires }).execute()
}

export async function revokeClient(tx: TenantWrite, clientId: string): Promise<void> {
  await changeClient(tx, clientId, { revoked_at: tx.now }).where("revoked_at", "is", null).execute()
}

/** Changes only rows of the caller's account. */
function changeClient({ system, tenant }: TenantWrite, clientId: string, change: Exclude<Change, { name: string }>) {
  const query = system.db.updateTable("client_credential").set(change)
  return query.where("client_id", "=", clientId).where("account_id", "=", tenant.accountId)
}

interface LifetimeRow {
  created_at: string | null
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

function lifetimeOf(row: LifetimeRow, now: string) {
  const expired = row.expires_at !== null && row.expires_at <= now
  return {
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    state: row.revoked_at !== null ? ("revoked" as const) : expired ? ("expired" as const) : ("alive" as const),
  }
}
