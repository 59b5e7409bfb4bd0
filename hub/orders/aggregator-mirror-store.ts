/** The last report of each order's aggregator. Only the hub writes it, also for an order that belongs to a store, so it has a table of its own. */
import { sql } from "kysely"
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import { createInsert } from "../../runtime/storage/insert-rows.ts"
import { createFencedRead, type HubTables, type TenantRead, type TenantWrite } from "../storage/index.ts"

/** A column for queries of `orders`: the mirror beside the order's record. */
export const AGGREGATOR = sql<string | null>`(
  SELECT m.mirror FROM order_mirror AS m WHERE m.order_id = orders.order_id)`.as("aggregator")

/** Mirrors by order id. Orders without a mirror are left out. */
export async function readMirrors(
  scope: TenantRead,
  orderIds: readonly string[],
): Promise<Map<string, AggregatorMirror>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await mirrorsOf(scope, { ids: scope.dialect.listOf(orderIds) })
  return new Map(rows.map(({ order_id, mirror }) => [order_id, JSON.parse(mirror)]))
}

const mirrorsOf = createFencedRead(
  ({ dialect, selectByKey }, at: { ids: unknown }) =>
    selectByKey("order_mirror").select(["order_id", "mirror"]).where(dialect.isAmong("order_id", at.ids)),
  { byKey: true },
)

const insert = createInsert<HubTables["order_mirror"]>({
  table: "order_mirror",
  columns: { order_id: "text", account_id: "text", vendor_id: "text", mirror: "text" },
  end: "ON CONFLICT (order_id) DO UPDATE SET mirror = excluded.mirror",
})

/** The caller must have locked the orders. */
export async function saveMirrors(tx: TenantWrite, mirrors: ReadonlyMap<string, AggregatorMirror>): Promise<void> {
  const { accountId: account_id, vendorId: vendor_id } = tx.tenant
  const rows = [...mirrors].map(([order_id, mirror]) => ({
    order_id,
    account_id,
    vendor_id,
    mirror: JSON.stringify(mirror),
  }))
  for (const statement of insert(tx.dialect, rows)) await tx.system.db.executeQuery(statement)
}

/** For an order that continues under another id. */
export async function moveMirror(tx: TenantWrite, from: string, to: string): Promise<void> {
  await tx.update("order_mirror").set({ order_id: to }).where("order_id", "=", from).execute()
}
