/** Which stores the records named by an operation belong to. */
import type { Kysely } from "kysely"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { type Built, createStatement } from "../../runtime/storage/statement.ts"
import { createFencedRead, type HubTables, type TenantRead } from "../storage/index.ts"

interface NamedRecords {
  readonly orderIds: readonly string[]
  /** External ids of orders, which payment links and fiscal requests are named by as well. */
  readonly externalIds: readonly string[]
  readonly fiscalRequestIds: readonly string[]
  readonly callbackIds: readonly string[]
}

export interface Owners {
  /** The store of each order, by its id. */
  readonly orders: ReadonlyMap<string, string>
  /** The stores that have an order, a payment link or a fiscal request under an external id. */
  readonly externals: ReadonlyMap<string, ReadonlySet<string>>
  readonly fiscalRequests: ReadonlyMap<string, string>
  /** The order that each callback reported on. */
  readonly callbackOrders: ReadonlyMap<string, string>
}

interface Owned {
  readonly id: string
  readonly owner: string
}

/** Unknown ids are left out. */
export async function findOwners(scope: TenantRead, named: NamedRecords): Promise<Owners> {
  const orders = await rowsOf(scope, ordersById, named.orderIds)
  const requests = await rowsOf(scope, requestsById, named.fiscalRequestIds)
  const callbacks = await rowsOf(scope, callbacksById, named.callbackIds)
  const externals = new Map<string, Set<string>>()
  for (const read of [ordersByExternalId, chargesByExternalId, requestsByExternalId]) {
    for (const { id, owner } of await rowsOf(scope, read, named.externalIds)) {
      externals.set(id, (externals.get(id) ?? new Set()).add(owner))
    }
  }
  return { orders: mapOf(orders), externals, fiscalRequests: mapOf(requests), callbackOrders: mapOf(callbacks) }
}

/** Whether this store has numbered from a sequence before. */
export async function hasNumberedFrom(scope: TenantRead, storeId: string, sequenceKey: string): Promise<boolean> {
  const query = scope.select("fiscal_request").select("fiscal_request_id").where("sequence_key", "=", sequenceKey)
  return (await query.where("store_id", "=", storeId).limit(1).executeTakeFirst()) !== undefined
}

type Read = (scope: TenantRead, at: { ids: unknown }) => Promise<{ rows: Owned[] }>

type Build = (db: Kysely<HubTables>, at: { ids: unknown }, dialect: Dialect) => Built<HubTables, Owned>

function readById(build: Build): Read {
  const statement = createStatement(build, { byKey: true })
  return ({ system }, at) => statement(system.db, at)
}

async function rowsOf(scope: TenantRead, read: Read, ids: readonly string[]): Promise<Owned[]> {
  return ids.length === 0 ? [] : (await read(scope, { ids: scope.dialect.listOf(new Set(ids)) })).rows
}

function mapOf(rows: readonly Owned[]): Map<string, string> {
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

// Ids are unique in the whole hub, so they are looked up without a tenant: another vendor's record must not count as unknown.

const ordersById = readById((db, at, dialect) =>
  db.selectFrom("orders").select(["order_id as id", "store_id as owner"]).where(dialect.isAmong("order_id", at.ids)),
)

const requestsById = readById((db, at, dialect) =>
  db
    .selectFrom("fiscal_request")
    .select(["fiscal_request_id as id", "store_id as owner"])
    .where(dialect.isAmong("fiscal_request_id", at.ids)),
)

const callbacksById = readById((db, at, dialect) =>
  db
    .selectFrom("callback")
    .select(["webhook_event_id as id", "order_id as owner"])
    .where(dialect.isAmong("webhook_event_id", at.ids)),
)

// External ids are unique in a vendor.

const ordersByExternalId = createFencedRead(({ select, dialect }, at: { ids: unknown }) =>
  select("orders").select(["external_id as id", "store_id as owner"]).where(dialect.isAmong("external_id", at.ids)),
)

const chargesByExternalId = createFencedRead(({ select, dialect }, at: { ids: unknown }) =>
  select("charge_intent")
    .select(["external_id as id", "store_id as owner"])
    .where(dialect.isAmong("external_id", at.ids)),
)

const requestsByExternalId = createFencedRead(({ select, dialect }, at: { ids: unknown }) =>
  select("fiscal_request")
    .select(["external_id as id", "store_id as owner"])
    .where(dialect.isAmong("external_id", at.ids)),
)
