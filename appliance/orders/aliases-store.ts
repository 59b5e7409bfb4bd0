/** The ids that the hub gave to orders which this store has under others: they lead here too. */
import type { BoxTx } from "../storage/index.ts"

export function addAliases({ db }: BoxTx, orderId: string, aliases: readonly string[]): void {
  const add = db.prepare("INSERT INTO order_alias (alias_id, order_id) VALUES (?, ?) ON CONFLICT DO NOTHING")
  for (const alias of aliases) if (alias !== orderId) add.run(alias, orderId)
}

/** The id that an order lives on under; null for one that is no alias. */
export function findAliased({ db }: BoxTx, id: string): string | null {
  const row = db.prepare<[string], { order_id: string }>("SELECT order_id FROM order_alias WHERE alias_id = ?").get(id)
  return row?.order_id ?? null
}
