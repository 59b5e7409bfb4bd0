/** The ids that the hub gave to orders which their stores had under others, and what it had of them. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export interface Alias {
  readonly alias: string
  readonly orderId: string
  /** JSON of the order, where its store was never told of it. */
  readonly record: string | null
}

/** What led to the alias leads to the order now. */
export async function addAlias(tx: TenantWrite, { alias, orderId, record }: Alias): Promise<void> {
  await tx.update("order_alias").set({ order_id: orderId }).where("order_id", "=", alias).execute()
  await tx.insert("order_alias", { alias_id: alias, order_id: orderId, record }).execute()
}

export async function aliasesOf(scope: TenantRead, orderId: string): Promise<string[]> {
  const query = scope.selectByKey("order_alias").select("alias_id").where("order_id", "=", orderId)
  return (await query.orderBy("alias_id").execute()).map((row) => row.alias_id)
}

export interface Replaced {
  /** As the hub had it. */
  readonly order: OrderRecord
  /** Under which it lives on. */
  readonly orderId: string
}

/** Once: whoever takes it tells the store. */
export async function takeReplaced(tx: TenantWrite, alias: string): Promise<Replaced | null> {
  const query = tx.selectByKey("order_alias").select(["order_id", "record"]).where("alias_id", "=", alias)
  const row = await query.executeTakeFirst()
  if (!row?.record) return null
  await tx.update("order_alias").set({ record: null }).where("alias_id", "=", alias).execute()
  return { order: JSON.parse(row.record), orderId: row.order_id }
}
