/** Locks the orders that reports name, until the commit. */
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import { createFencedWrite, type TenantRead, type TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { readMirrors } from "./aggregator-mirror-store.ts"
import { lockOrder, type OrderHome, type StoredOrderRow } from "./orders-store.ts"

export interface AggregatorPart {
  readonly orderId: string
  readonly mirror: AggregatorMirror | null
  readonly home: OrderHome
  readonly storeId: string
}

/** Locks orders until the commit, and returns them by the given ids. An id that became an alias leads to the order that replaced it. */
export async function lockAggregators(
  tx: TenantWrite,
  orderIds: ReadonlySet<string>,
): Promise<Map<string, AggregatorPart>> {
  const found = await lockParts(tx, orderIds)
  for (const id of orderIds) {
    const twin = found.has(id) ? null : await twinOf(tx, id)
    const part = twin === null ? undefined : (found.get(twin) ?? (await lockParts(tx, new Set([twin]))).get(twin))
    if (part) found.set(id, part)
  }
  return found
}

/** Locks the orders that no other transaction has locked, without waiting. Aliases are not followed. */
export function lockFreeAggregators(
  tx: TenantWrite,
  orderIds: ReadonlySet<string>,
): Promise<Map<string, AggregatorPart>> {
  return lockParts(tx, orderIds, freeParts)
}

async function lockParts(
  tx: TenantWrite,
  orderIds: ReadonlySet<string>,
  lock: typeof lockedParts = lockedParts,
): Promise<Map<string, AggregatorPart>> {
  const { rows } = await lock(tx, { ids: tx.dialect.listOf(orderIds) })
  // Read after the lock: a statement that waited for a lock sees other tables as they were when it began.
  const mirrors = await readMirrors(
    tx,
    rows.map((row) => row.order_id),
  )
  return new Map(rows.map((row) => [row.order_id, toPart(row, mirrors)]))
}

/** Locks the logs of these orders' stores until the commit. Comes before a lock of the orders. */
export async function lockStoreLogsOfOrders(tx: TenantWrite, orderIds: Iterable<string>): Promise<void> {
  await lockStoreLogs(tx, await storesOf(tx, orderIds))
}

/** The stores of these orders, without a lock. */
export async function storesOf(tx: TenantWrite, orderIds: Iterable<string>): Promise<string[]> {
  const { rows } = await storesOfOrders(tx, { ids: tx.dialect.listOf(orderIds) })
  return rows.map((row) => row.store_id)
}

const storesOfOrders = createFencedWrite(
  ({ selectByKey, dialect }, at: Ids) =>
    selectByKey("orders").select("store_id").distinct().where(dialect.isAmong("order_id", at.ids)),
  { byKey: true },
)

const lockedParts = createFencedWrite((scope, at: Ids) => scope.dialect.forUpdate(partsOf(scope, at)), { byKey: true })

const freeParts = createFencedWrite((scope, at: Ids) => scope.dialect.forUpdateSkipLocked(partsOf(scope, at)), {
  byKey: true,
})

interface Ids {
  readonly ids: unknown
}

/** Sorted by id, so that two processes that lock the same orders cannot deadlock. */
function partsOf({ selectByKey, dialect }: Pick<TenantRead, "selectByKey" | "dialect">, at: Ids) {
  const query = selectByKey("orders").select(["order_id", "home", "store_id"])
  return query.where(dialect.isAmong("order_id", at.ids)).orderBy("order_id")
}

type PartRow = { order_id: string; home: string; store_id: string }

function toPart(row: PartRow, mirrors: ReadonlyMap<string, AggregatorMirror>): AggregatorPart {
  const { order_id: orderId, home, store_id: storeId } = row
  return { orderId, mirror: mirrors.get(orderId) ?? null, home: home as OrderHome, storeId }
}

/** Locks the order that a report names, by its id or an alias, until the commit. */
export async function lockReported(tx: TenantWrite, orderId: string): Promise<StoredOrderRow | null> {
  const kept = await lockOrder(tx, orderId)
  if (kept) return kept
  const twin = await twinOf(tx, orderId)
  return twin === null ? null : lockOrder(tx, twin)
}

async function twinOf(scope: TenantRead, alias: string): Promise<string | null> {
  const query = scope.select("order_alias").select("order_id").where("alias_id", "=", alias)
  return (await query.executeTakeFirst())?.order_id ?? null
}
