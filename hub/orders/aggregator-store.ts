/** The orders that reports were accepted for, held until the commit. */
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import { readMirrors } from "./mirror-store.ts"
import { type Home, type KeptOrder, lockOrder } from "./orders-store.ts"

export interface AggregatorPart {
  readonly orderId: string
  readonly mirror: AggregatorMirror | null
  readonly home: Home
  readonly storeId: string
}

/** By the ids asked for; held until the commit. An order that has gone over into its store's twin is that one. */
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

/** In one order everywhere, so that two processes with the same orders never wait for each other. */
async function lockParts(tx: TenantWrite, orderIds: ReadonlySet<string>): Promise<Map<string, AggregatorPart>> {
  const query = tx
    .selectByKey("orders")
    .select(["order_id", "home", "store_id"])
    .where(tx.dialect.oneOf("order_id", orderIds))
    .orderBy("order_id")
  const rows = await tx.dialect.forUpdate(query).execute()
  // Read once the orders are held: a statement that has waited for a lock sees other tables as they were when it began.
  const mirrors = await readMirrors(
    tx,
    rows.map((row) => row.order_id),
  )
  return new Map(rows.map((row) => [row.order_id, toPart(row, mirrors)]))
}

type PartRow = { order_id: string; home: string; store_id: string }

function toPart(row: PartRow, mirrors: ReadonlyMap<string, AggregatorMirror>): AggregatorPart {
  const { order_id: orderId, home, store_id: storeId } = row
  return { orderId, mirror: mirrors.get(orderId) ?? null, home: home as Home, storeId }
}

/** The order that a report was accepted for, held until the commit. */
export async function lockReported(tx: TenantWrite, orderId: string): Promise<KeptOrder | null> {
  const kept = await lockOrder(tx, orderId)
  if (kept) return kept
  const twin = await twinOf(tx, orderId)
  return twin === null ? null : lockOrder(tx, twin)
}

async function twinOf(scope: TenantRead, alias: string): Promise<string | null> {
  const query = scope.select("order_alias").select("order_id").where("alias_id", "=", alias)
  return (await query.executeTakeFirst())?.order_id ?? null
}
