/** The hub's own part of an order, wherever that is at home: what its aggregator last said. */
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import { type Home, type KeptOrder, lockOrder } from "./orders-store.ts"

export interface AggregatorPart {
  readonly orderId: string
  readonly mirror: AggregatorMirror | null
  readonly home: Home
  readonly storeId: string
}

/** Held until the commit. An order that has gone over into its store's twin is that one. */
export async function lockAggregator(tx: TenantWrite, orderId: string): Promise<AggregatorPart | null> {
  const query = tx
    .select("orders")
    .select(["order_id", "aggregator", "home", "store_id"])
    .where("order_id", "=", orderId)
  const row = await tx.dialect.forUpdate(query).executeTakeFirst()
  if (row) {
    const { order_id, aggregator, home, store_id } = row
    return { orderId: order_id, mirror: aggregator && JSON.parse(aggregator), home: home as Home, storeId: store_id }
  }
  const twin = await twinOf(tx, orderId)
  return twin === null ? null : lockAggregator(tx, twin)
}

/** The order that a report was accepted for, held until the commit. */
export async function lockReported(tx: TenantWrite, orderId: string): Promise<KeptOrder | null> {
  const kept = await lockOrder(tx, orderId)
  if (kept) return kept
  const twin = await twinOf(tx, orderId)
  return twin === null ? null : lockOrder(tx, twin)
}

/** Writes the hub's own part and nothing of its home's. */
export async function saveAggregator(tx: TenantWrite, orderId: string, mirror: AggregatorMirror): Promise<void> {
  const query = tx.update("orders").set({ aggregator: JSON.stringify(mirror) })
  await query.where("order_id", "=", orderId).execute()
}

async function twinOf(scope: TenantRead, alias: string): Promise<string | null> {
  const query = scope.select("order_alias").select("order_id").where("alias_id", "=", alias)
  return (await query.executeTakeFirst())?.order_id ?? null
}
