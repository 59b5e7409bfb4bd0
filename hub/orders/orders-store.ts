/** Orders in the hub's database: the record as JSON, and columns to search by. */
import { sql } from "kysely"
import { moneyToReturn } from "../../protocol/rules/cancellation/money-to-return.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import { createFencedRead, createFencedWrite, type TenantRead, type TenantWrite } from "../storage/index.ts"
import { AGGREGATOR, moveMirror } from "./aggregator-mirror-store.ts"
import { addAlias } from "./aliases-store.ts"
import { addBuyers, saveBuyers } from "./buyers-store.ts"
import { dropConflicts, saveConflicts } from "./conflicts-store.ts"
import { addFigures, saveFigures } from "./figures-store.ts"

/** `hub` until the order was offered to its store's box, `store` from then on (docs/contract/sync.md#orders-created-at-the-hub). */
export type OrderHome = "hub" | "store"

export interface StoredOrderRow {
  readonly order: OrderRecord
  readonly home: OrderHome
  readonly version: number
  /** The order as it was read, which its day's sums include. */
  readonly was: OrderRecord
}

export async function findOrder(scope: TenantRead, orderId: string): Promise<StoredOrderRow | null> {
  return toStoredOrder(await kept(scope).where("order_id", "=", orderId).executeTakeFirst())
}

/** Locks an order until the commit. */
export async function lockOrder(tx: TenantWrite, orderId: string): Promise<StoredOrderRow | null> {
  return toStoredOrder(await tx.dialect.forUpdate(kept(tx).where("order_id", "=", orderId)).executeTakeFirst())
}

/** Locks many orders, in the same sequence everywhere. */
export async function lockOrders(tx: TenantWrite, orderIds: Iterable<string>): Promise<Map<string, StoredOrderRow>> {
  const { rows } = await lockedOrders(tx, { ids: tx.dialect.listOf(orderIds) })
  return new Map(rows.map((row) => [row.order_id, toStoredOrder(row) as StoredOrderRow]))
}

const lockedOrders = createFencedWrite(
  ({ selectByKey, dialect }, at: { ids: unknown }) => {
    const query = selectByKey("orders").select(["order_id", "record", "home", "version", AGGREGATOR])
    return dialect.forUpdate(query.where(dialect.isAmong("order_id", at.ids)).orderBy("order_id"))
  },
  { byKey: true },
)

export async function findByExternalId(scope: TenantRead, externalId: string): Promise<StoredOrderRow | null> {
  return toStoredOrder(await kept(scope).where("external_id", "=", externalId).executeTakeFirst())
}

/** Locks the order until the commit. The caller holds its store's log lock, because the order may have got another id meanwhile. */
export async function lockByExternalId(tx: TenantWrite, externalId: string): Promise<StoredOrderRow | null> {
  return toStoredOrder(await tx.dialect.forUpdate(kept(tx).where("external_id", "=", externalId)).executeTakeFirst())
}

/** `findByExternalId` for many orders. */
export async function findByExternalIds(
  scope: TenantRead,
  externalIds: readonly string[],
): Promise<Map<string, OrderRecord>> {
  if (externalIds.length === 0) return new Map()
  const { rows } = await namedOrders(scope, { names: scope.dialect.listOf(externalIds) })
  return new Map(rows.map((row) => [row.id, recordOf(row)]))
}

const namedOrders = createFencedRead(
  ({ tenant, dialect }, at: { names: unknown }) => sql<Recorded & { id: string }>`
    SELECT external_id AS id, record, ${AGGREGATOR} FROM orders
    WHERE vendor_id = ${tenant.vendorId} AND ${dialect.isAmong("external_id", at.names)}
      AND ${dialect.behindKey("account_id")} = ${tenant.accountId}`,
)

/** The store of an order, for a caller that must lock the store's log first. */
export async function storeOfExternal(scope: TenantRead, externalId: string): Promise<string | null> {
  const query = scope.select("orders").select("store_id").where("external_id", "=", externalId)
  return (await query.executeTakeFirst())?.store_id ?? null
}

/** Returns false, and writes nothing, if the vendor has an order with this external id. */
export async function insertOrder(tx: TenantWrite, order: OrderRecord, home: OrderHome): Promise<boolean> {
  return (await insertOrders(tx, [order], home)).has(order.id)
}

/** Inserts orders with their rows in other tables. Returns the ids of those that were new. */
export async function insertOrders(
  tx: TenantWrite,
  orders: readonly OrderRecord[],
  home: OrderHome,
): Promise<Set<string>> {
  // Sorted everywhere in the same way, so that two transactions with the same orders cannot deadlock.
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
  await allOf([
    addMethods(tx, fresh),
    addBuyers(tx, fresh),
    addFigures(tx, fresh),
    saveConflicts(
      tx,
      fresh.map((order) => ({ before: null, after: order })),
    ),
  ])
  return added
}

/** Writes an order over the version that was read. It is locked, so a version conflict is a bug. */
export async function updateOrder(tx: TenantWrite, changed: StoredOrderRow, home: OrderHome): Promise<void> {
  await updateOrders(tx, [changed], home)
}

/** `updateOrder` for many different orders. Returns them as stored. */
export async function updateOrders(
  tx: TenantWrite,
  changed: readonly StoredOrderRow[],
  home: OrderHome,
): Promise<StoredOrderRow[]> {
  await allOf(changed.map((one) => write(tx, one, home)))
  const changes = changed.map(({ was, order }) => ({ before: was, after: order }))
  await allOf([
    keepMethods(tx, changes),
    ...changes.map(({ before, after }) => saveBuyers(tx, before, after)),
    saveFigures(tx, changes),
    saveConflicts(tx, changes),
  ])
  return changed.map(({ order, version }) => ({ order, was: order, home, version: version + 1 }))
}

async function write(tx: TenantWrite, { order, version }: StoredOrderRow, home: OrderHome): Promise<void> {
  const row = { ...columns(order), id: order.id, home, version, next: version + 1 }
  if ((await written(tx, row)).numAffectedRows !== 1n) throw new Error(`order ${order.id} was changed under its lock`)
}

type Written = ReturnType<typeof columns> & { id: string; home: OrderHome; version: number; next: number }

const written = createFencedWrite(
  (tx, at: Written) =>
    tx
      .update("orders")
      .set({
        order_code: at.order_code,
        status: at.status,
        payment_status: at.payment_status,
        channel: at.channel,
        fulfilment: at.fulfilment,
        business_day: at.business_day,
        updated_at: at.updated_at,
        record: at.record,
        to_return: at.to_return,
        home: at.home,
        version: at.next,
      })
      .where("order_id", "=", at.id)
      .where("version", "=", at.version),
  { byKey: true },
)

/**
 * The store has this order under another id, which remains; the hub's id becomes an alias. If the hub's version was never offered to the store, it is
 * kept until then.
 */
export async function replaceByAlias(tx: TenantWrite, alias: string, order: OrderRecord): Promise<void> {
  // Locked, because a correction may be in progress, and what it writes must be moved too.
  const gone = await lockOrder(tx, alias)
  if (gone) await saveBuyers(tx, gone.order, null)
  if (gone) await saveFigures(tx, [{ before: gone.order, after: null }])
  await dropConflicts(tx, [alias])
  for (const table of ["order_method", "orders"] as const) {
    await tx.removeByKey(table).where("order_id", "=", alias).execute()
  }
  // The store has not received these corrections yet: `offerOrder` sends them with the replaced order.
  if (gone?.home !== "hub") await tx.removeByKey("order_correction").where("order_id", "=", alias).execute()
  await moveMirror(tx, alias, order.id)
  const record = gone?.home === "hub" ? JSON.stringify(gone.order) : null
  await addAlias(tx, { alias, orderId: order.id, record })
}

export async function ordersOfDay(scope: TenantRead, storeId: string, date: string): Promise<OrderRecord[]> {
  return records(await dayQuery(scope, storeId, date).execute())
}

/** Orders of a day whose home is the store. */
export async function ordersAtStore(scope: TenantRead, storeId: string, date: string): Promise<OrderRecord[]> {
  return records(await dayQuery(scope, storeId, date).where("home", "=", "store").execute())
}

/** Locks the open orders of a day. */
export async function lockOpenOrders(tx: TenantWrite, storeId: string, date: string): Promise<StoredOrderRow[]> {
  const query = kept(tx)
    .where("store_id", "=", storeId)
    .where("status", "=", "OPEN")
    .where("business_day", "=", date)
    .orderBy("order_id")
  const rows = await tx.dialect.forUpdate(query).execute()
  return rows.map((row) => toStoredOrder(row) as StoredOrderRow)
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
  const to_return = moneyToReturn(order).length > 0 ? 1 : 0
  return { ...listed(order), updated_at: order.updatedAt, record: JSON.stringify(order), to_return }
}

/** The columns that lists filter by. */
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

interface Change {
  readonly before: OrderRecord
  readonly after: OrderRecord
}

async function keepMethods(tx: TenantWrite, changes: readonly Change[]): Promise<void> {
  const other = changes.filter(
    ({ before, after }) => JSON.stringify(methodRows(before)) !== JSON.stringify(methodRows(after)),
  )
  const known = other.filter(({ before }) => before.paymentMethods.length > 0)
  if (known.length > 0) await methodsRemoved(tx, { ids: tx.dialect.listOf(known.map(({ after }) => after.id)) })
  await addMethods(
    tx,
    other.map(({ after }) => after),
  )
}

const methodsRemoved = createFencedWrite(
  ({ removeByKey, dialect }, at: { ids: unknown }) =>
    removeByKey("order_method").where(dialect.isAmong("order_id", at.ids)),
  { byKey: true },
)

function methodRows(order: OrderRecord) {
  const row = { ...listed(order), order_id: order.id, external_id: order.orderExternal, created_at: order.createdAt }
  const methods = new Set(order.paymentMethods.map((paid) => paid.method))
  return [...methods].map((method) => ({ ...row, method }))
}

function toStoredOrder(row: (Recorded & { home: string; version: number }) | undefined): StoredOrderRow | null {
  if (!row) return null
  const order = recordOf(row)
  return { order, was: order, home: row.home as OrderHome, version: row.version }
}

function records(rows: readonly Recorded[]): OrderRecord[] {
  return rows.map(recordOf)
}

export interface Recorded {
  readonly record: string
  readonly aggregator: string | null
}

/** The home's record, with the hub's aggregator mirror. */
export function recordOf({ record, aggregator }: Recorded): OrderRecord {
  return { ...JSON.parse(record), aggregator: aggregator && JSON.parse(aggregator) }
}
