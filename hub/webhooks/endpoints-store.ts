/** Endpoints: where an account's events are sent, their state, and the secrets that sign the events. */
import type { Kysely, Selectable } from "kysely"
import { createStatement, dialectOf } from "../../runtime/storage/statement.ts"
import {
  createFencedRead,
  type HubTables,
  type SystemRead,
  type SystemWrite,
  type TenantRead,
  type TenantWrite,
} from "../storage/index.ts"

type Row = Selectable<HubTables["webhook_endpoint"]>

/** Why an endpoint is disabled. */
export const DISABLED_WHY = {
  gone: "it answered 410",
  failing: "it failed for 5 days and took nothing",
  byHand: "disabled by hand",
} as const

export interface Endpoint {
  readonly id: string
  readonly accountId: string
  /** Null: every vendor of its account. */
  readonly vendorId: string | null
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly secretSealed: string
  readonly oldSecretSealed: string | null
  readonly oldSecretUntil: string | null
  readonly failingSince: string | null
  readonly disabledAt: string | null
  readonly disabledWhy: string | null
  readonly createdAt: string
}

/** The context that an endpoint's secrets are encrypted for. */
export const secretPlace = (endpointId: string): string => `endpoint/${endpointId}/secret`

/** All endpoints that receive this vendor's events: its own and those of the whole account. */
export async function endpointsOf(scope: TenantRead): Promise<Endpoint[]> {
  return (await hearing(scope, {})).rows.map(toEndpoint)
}

const hearing = createFencedRead((tx) =>
  tx
    .selectAcrossVendors("webhook_endpoint")
    .selectAll()
    .where((where) => where.or([where("vendor_id", "=", tx.tenant.vendorId), where("vendor_id", "is", null)]))
    .orderBy("name"),
)

export async function findEndpoint({ db }: SystemRead | SystemWrite, endpointId: string): Promise<Endpoint | null> {
  const [row] = (await byId(db, { endpointId })).rows
  return row ? toEndpoint(row) : null
}

const byId = createStatement((db: Kysely<HubTables>, at: { endpointId: string }) =>
  db.selectFrom("webhook_endpoint").selectAll().where("endpoint_id", "=", at.endpointId),
)

/** `findEndpoint` for several ids. */
export async function findEndpoints(
  { db }: SystemRead | SystemWrite,
  endpointIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Endpoint>> {
  const { rows } = await byIds(db, { endpointIds: dialectOf(db).listOf(endpointIds) })
  return new Map(rows.map((row) => [row.endpoint_id, toEndpoint(row)]))
}

const byIds = createStatement(
  (db: Kysely<HubTables>, at: { endpointIds: unknown }, dialect) =>
    db.selectFrom("webhook_endpoint").selectAll().where(dialect.isAmong("endpoint_id", at.endpointIds)),
  { byKey: true },
)

export async function allEndpoints({ db }: SystemRead, accountId?: string): Promise<Endpoint[]> {
  let query = db.selectFrom("webhook_endpoint").selectAll().orderBy("account_id").orderBy("name")
  if (accountId !== undefined) query = query.where("account_id", "=", accountId)
  return (await query.execute()).map(toEndpoint)
}

/** Locks the endpoint until the commit. Whoever changes its state must decide on the current one. */
export async function lockEndpoint(tx: TenantWrite, endpointId: string): Promise<Endpoint | null> {
  const row = await tx.dialect
    .forUpdate(tx.selectAcrossVendors("webhook_endpoint").selectAll().where("endpoint_id", "=", endpointId))
    .executeTakeFirst()
  return row ? toEndpoint(row) : null
}

type EndpointChange = Partial<Pick<Row, "failing_since" | "disabled_at" | "disabled_why" | "url" | "events">>

export async function changeEndpoint({ db }: SystemWrite, endpointId: string, change: EndpointChange): Promise<void> {
  await db.updateTable("webhook_endpoint").set(change).where("endpoint_id", "=", endpointId).execute()
}

/** The current secret becomes the old one, which signs too for a while. */
export async function replaceSecret(
  { db }: SystemWrite,
  endpointId: string,
  { sealed, oldUntil }: { sealed: string; oldUntil: string },
): Promise<void> {
  await db
    .updateTable("webhook_endpoint")
    .set(({ ref }) => ({ old_secret_sealed: ref("secret_sealed"), secret_sealed: sealed, old_secret_until: oldUntil }))
    .where("endpoint_id", "=", endpointId)
    .execute()
}

export async function insertEndpoint(
  { db, now }: SystemWrite,
  endpoint: Pick<Endpoint, "id" | "accountId" | "vendorId" | "name" | "url" | "events" | "secretSealed">,
): Promise<void> {
  const row = {
    endpoint_id: endpoint.id,
    account_id: endpoint.accountId,
    vendor_id: endpoint.vendorId,
    name: endpoint.name,
    url: endpoint.url,
    events: JSON.stringify(endpoint.events),
    secret_sealed: endpoint.secretSealed,
    created_at: now,
  }
  const none = { old_secret_sealed: null, old_secret_until: null, failing_since: null }
  await db
    .insertInto("webhook_endpoint")
    .values({ ...row, ...none, disabled_at: null, disabled_why: null })
    .execute()
}

/** The vendors of an account: an endpoint without a vendor receives the events of all of them. */
export async function vendorsOf({ db }: SystemRead, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom("vendor").select("vendor_id").where("account_id", "=", accountId).execute()
  return rows.map((row) => row.vendor_id).sort()
}

function toEndpoint(row: Row): Endpoint {
  return {
    id: row.endpoint_id,
    accountId: row.account_id,
    vendorId: row.vendor_id,
    name: row.name,
    url: row.url,
    events: JSON.parse(row.events),
    secretSealed: row.secret_sealed,
    oldSecretSealed: row.old_secret_sealed,
    oldSecretUntil: row.old_secret_until,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledWhy: row.disabled_why,
    createdAt: row.created_at,
  }
}
