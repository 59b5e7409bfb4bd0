/** The hub's own part of an order, wherever that is at home: what its aggregator last said. */
import { sql } from "kysely"
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
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
    .select(["order_id", "aggregator", "home", "store_id"])
    .where(tx.dialect.oneOf("order_id", orderIds))
    .orderBy("order_id")
  const rows = await tx.dialect.forUpdate(query).execute()
  return new Map(rows.map((row) => [row.order_id, toPart(row)]))
}

type PartRow = { order_id: string; aggregator: string | null; home: string; store_id: string }

function toPart({ order_id, aggregator, home, store_id }: PartRow): AggregatorPart {
  return { orderId: order_id, mirror: aggregator && JSON.parse(aggregator), home: home as Home, storeId: store_id }
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

/** The same for many orders, which the caller holds. */
export async function saveAggregators(tx: TenantWrite, mirrors: ReadonlyMap<string, AggregatorMirror>): Promise<void> {
  if (mirrors.size === 0) return
  const { tenant, dialect } = tx
  const rows = [...mirrors].map(([id, mirror]) => ({ id, mirror: JSON.stringify(mirror) }))
  const [account, vendor] = [dialect.aside("orders.account_id"), dialect.aside("orders.vendor_id")]
  await sql`
    UPDATE orders SET aggregator = v.mirror FROM ${dialect.rowsAs("v", { id: "text", mirror: "text" }, rows)}
    WHERE orders.order_id = v.id AND ${account} = ${tenant.accountId} AND ${vendor} = ${tenant.vendorId}`.execute(
    tx.system.db,
  )
}

async function twinOf(scope: TenantRead, alias: string): Promise<string | null> {
  const query = scope.select("order_alias").select("order_id").where("alias_id", "=", alias)
  return (await query.executeTakeFirst())?.order_id ?? null
}
