/** Orders in the hub's database: the record as JSON, beside the columns that are searched. */
import { sql } from "kysely"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import { addBuyers, keepBuyers } from "./buyers-store.ts"
import { addFigures, keepFigures } from "./figures-store.ts"
import { AGGREGATOR, moveMirror } from "./mirror-store.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `hub` until the order was offered to its store's box, `store` from then on (decisions §9). */
export type Home = "hub" | "store"

export interface KeptOrder {
  readonly order: OrderRecord
  readonly home: Home
  readonly version: number
  /** The order as it was read: what its day's figures know of it. */
  readonly was: OrderRecord
}

/** Where a reference leads within the key's account. */
export interface Reference {
  readonly orderId: string
  readonly vendorId: string
}

/** By UUID, external id or `metadata.order_id`; the last two are one value (decisions §4). */
export async function findReferences(scope: TenantRead, reference: string): Promise<Reference[]> {
  const byExternal = scope
    .selectAcrossVendors("orders")
    .select(["order_id as orderId", "vendor_id as vendorId"])
    .where("external_id", "=", reference)
  if (!UUID.test(reference)) return byExternal.execute()
  const id = reference.toLowerCase()
  const aliased = await scope
    .selectAcrossVendors("order_alias")
    .select("order_id")
    .where("alias_id", "=", id)
    .executeTakeFirst()
  const byId = scope
    .selectAcrossVendors("orders")
    .select(["order_id as orderId", "vendor_id as vendorId"])
    .where("order_id", "=", aliased?.order_id ?? id)
  const found = [...(await byId.execute()), ...(await byExternal.execute())]
  return [...new Map(found.map((one) => [one.orderId, one])).values()]
}

export async function findOrder(scope: TenantRead, orderId: string): Promise<KeptOrder | null> {
  return toKept(await kept(scope).where("order_id", "=", orderId).executeTakeFirst())
}

/** The same, and nobody else changes the order before the commit. */
export async function lockOrder(tx: TenantWrite, orderId: string): Promise<KeptOrder | null> {
  return toKept(await tx.dialect.forUpdate(kept(tx).where("order_id", "=", orderId)).executeTakeFirst())
}

export async function findByExternalId(scope: TenantRead, externalId: string): Promise<KeptOrder | null> {
  return toKept(await kept(scope).where("external_id", "=", externalId).executeTakeFirst())
}

/** The same for many, by their external ids. */
export async function findByExternalIds(
  scope: TenantRead,
  externalIds: readonly string[],
): Promise<Map<string, OrderRecord>> {
  if (externalIds.length === 0) return new Map()
  const { tenant, dialect } = scope
  const { rows } = await sql<Recorded & { id: string }>`
    SELECT external_id AS id, record, ${AGGREGATOR} FROM orders
    WHERE vendor_id = ${tenant.vendorId} AND ${dialect.oneOf("external_id", externalIds)}
      AND ${dialect.aside("account_id")} = ${tenant.accountId}`.execute(scope.system.db)
  return new Map(rows.map((row) => [row.id, recordOf(row)]))
}

/** False when the vendor has an order with this external id already; then nothing is written. */
export async function insertOrder(tx: TenantWrite, order: OrderRecord, home: Home): Promise<boolean> {
  return (await insertOrders(tx, [order], home)).has(order.id)
}

/** The ids of those that are new, and written with all that is kept beside an order. */
export async function insertOrders(tx: TenantWrite, orders: readonly OrderRecord[], home: Home): Promise<Set<string>> {
  // In one order everywhere, so that two groups with the same orders never wait for each other.
  const inOrder = [...orders].sort((a, b) => (a.orderExternal < b.orderExternal ? -1 : 1))
  const rows = inOrder.map((order) => ({
    ...columns(order),
    order_id: order.id,
    store_id: order.storeId,
    external_id: order.orderExternal,
    created_at: order.createdAt,
    home,
    version: 1,
  }))
  const added = await tx.addNew("orders", "order_id", rows)
  const fresh = orders.filter(({ id }) => added.has(id))
  await addMethods(tx, fresh)
  await addBuyers(tx, fresh)
  await addFigures(tx, fresh)
  return added
}

/** Writes an order over the version that was read; losing a race that the row's lock excludes is a bug. */
export async function updateOrder(tx: TenantWrite, { order, version, was }: KeptOrder, home: Home): Promise<void> {
  const result = await tx
    .update("orders")
    .set({ ...columns(order), home, version: version + 1 })
    .where("order_id", "=", order.id)
    .where("version", "=", version)
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) throw new Error(`order ${order.id} was changed under its lock`)
  await keepMethods(tx, was, order)
  await keepBuyers(tx, was, order)
  await keepFigures(tx, was, order)
}

/** The store had this order under another id: the store's lives on, and the hub's id still finds it. */
export async function replaceByAlias(tx: TenantWrite, alias: string, order: OrderRecord): Promise<void> {
  const gone = await findOrder(tx, alias)
  if (gone) await keepBuyers(tx, gone.order, null)
  if (gone) await keepFigures(tx, gone.order, null)
  for (const table of ["order_method", "order_correction", "orders"] as const) {
    await tx.removeByKey(table).where("order_id", "=", alias).execute()
  }
  await moveMirror(tx, alias, order.id)
  await tx.insert("order_alias", { alias_id: alias, order_id: order.id }).execute()
}

export async function ordersOfDay(scope: TenantRead, storeId: string, date: string): Promise<OrderRecord[]> {
  return records(await dayQuery(scope, storeId, date).execute())
}

/** Of a day, those that its store's box is home to. */
export async function ordersAtStore(scope: TenantRead, storeId: string, date: string): Promise<OrderRecord[]> {
  return records(await dayQuery(scope, storeId, date).where("home", "=", "store").execute())
}

/** Those of a day that are still open, and none of them changes before the commit. */
export async function lockOpenOrders(tx: TenantWrite, storeId: string, date: string): Promise<KeptOrder[]> {
  const query = kept(tx)
    .where("store_id", "=", storeId)
    .where("status", "=", "OPEN")
    .where("business_day", "=", date)
    .orderBy("order_id")
  const rows = await tx.dialect.forUpdate(query).execute()
  return rows.map((row) => toKept(row) as KeptOrder)
}

export async function openOrders(scope: TenantRead, storeId: string): Promise<OrderRecord[]> {
  const query = kept(scope).where("store_id", "=", storeId).where("status", "=", "OPEN").orderBy("order_id")
  return records(await query.execute())
}

function kept(scope: TenantRead) {
  return scope.select("orders").select(["record", "home", "version", AGGREGATOR])
}

export function dayQuery(scope: TenantRead, storeId: string, date: string) {
  return kept(scope)
    .where("store_id", "=", storeId)
    .where("business_day", "=", date)
    .orderBy("created_at")
    .orderBy("order_id")
}

function columns(order: OrderRecord) {
  return { ...listed(order), updated_at: order.updatedAt, record: JSON.stringify(order) }
}

/** What lists filter by. */
function listed(order: OrderRecord) {
  return {
    order_code: order.orderCode,
    status: order.status,
    payment_status: order.paymentStatus,
    channel: order.channel,
    fulfilment: order.fulfillment?.method ?? null,
    business_day: order.businessDayDate,
  }
}

async function addMethods(tx: TenantWrite, orders: readonly OrderRecord[]): Promise<void> {
  await tx.add("order_method", orders.flatMap(methodRows))
}

async function keepMethods(tx: TenantWrite, before: OrderRecord, after: OrderRecord): Promise<void> {
  const known = methodRows(before)
  if (JSON.stringify(known) === JSON.stringify(methodRows(after))) return
  if (known.length > 0) await tx.removeByKey("order_method").where("order_id", "=", after.id).execute()
  await addMethods(tx, [after])
}

function methodRows(order: OrderRecord) {
  const row = { ...listed(order), order_id: order.id, external_id: order.orderExternal, created_at: order.createdAt }
  const methods = new Set(order.paymentMethods.map((paid) => paid.method))
  return [...methods].map((method) => ({ ...row, method }))
}

function toKept(row: (Recorded & { home: string; version: number }) | undefined): KeptOrder | null {
  if (!row) return null
  const order = recordOf(row)
  return { order, was: order, home: row.home as Home, version: row.version }
}

function records(rows: readonly Recorded[]): OrderRecord[] {
  return rows.map(recordOf)
}

export interface Recorded {
  readonly record: string
  readonly aggregator: string | null
}

/** The home's record with the hub's own part put in. */
export function recordOf({ record, aggregator }: Recorded): OrderRecord {
  return { ...JSON.parse(record), aggregator: aggregator && JSON.parse(aggregator) }
}
