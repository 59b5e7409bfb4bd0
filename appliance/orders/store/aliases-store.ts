/** Ids that the hub gave to orders which this store has under other ids. Both ids find the order. */
import type { BoxTx } from "../../storage/index.ts"

export function addAliases({ db }: BoxTx, orderId: string, aliases: readonly string[]): void {
  const add = db.prepare("INSERT INTO order_alias (alias_id, order_id) VALUES (?, ?) ON CONFLICT DO NOTHING")
  for (const alias of aliases) if (alias !== orderId) add.run(alias, orderId)
}

/** Returns the id of the order that an alias belongs to; null if the id is no alias. */
export function findAliased({ db }: BoxTx, id: string): string | null {
  const row = db.prepare<[string], { order_id: string }>("SELECT order_id FROM order_alias WHERE alias_id = ?").get(id)
  return row?.order_id ?? null
}
