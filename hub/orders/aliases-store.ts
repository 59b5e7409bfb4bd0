/** Aliases: ids that the hub gave to orders which their stores created under other ids. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

interface Alias {
  readonly alias: string
  readonly orderId: string
  /** JSON of the hub's order, until its store has received it. */
  readonly record: string | null
}

/** Adds the alias. Older aliases that lead to it lead to the order from now on. */
export async function addAlias(tx: TenantWrite, { alias, orderId, record }: Alias): Promise<void> {
  await tx.update("order_alias").set({ order_id: orderId }).where("order_id", "=", alias).execute()
  await tx.insert("order_alias", { alias_id: alias, order_id: orderId, record }).execute()
}

export async function aliasesOf(scope: TenantRead, orderId: string): Promise<string[]> {
  const query = scope.selectByKey("order_alias").select("alias_id").where("order_id", "=", orderId)
  return (await query.orderBy("alias_id").execute()).map((row) => row.alias_id)
}

export interface Replaced {
  /** The hub's version. */
  readonly order: OrderRecord
  /** The id of the order that replaced it. */
  readonly orderId: string
}

/** Returns the replaced order and removes it. The caller sends it to the store, so this works once. */
export async function takeReplaced(tx: TenantWrite, alias: string): Promise<Replaced | null> {
  const query = tx.selectByKey("order_alias").select(["order_id", "record"]).where("alias_id", "=", alias)
  const row = await query.executeTakeFirst()
  if (!row?.record) return null
  await tx.update("order_alias").set({ record: null }).where("alias_id", "=", alias).execute()
  return { order: JSON.parse(row.record), orderId: row.order_id }
}
