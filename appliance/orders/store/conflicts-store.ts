/** Conflicts of orders that a person at the store still has to resolve. */
import { conflictsWithoutMoney } from "../../../protocol/rules/orders/order-conflicts.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { ConflictItem } from "../../../protocol/shapes/store-state.ts"
import type { BoxTx } from "../../storage/index.ts"

/** Called whenever an order is saved, in the same transaction. */
export function saveConflicts({ db }: BoxTx, before: OrderRecord | null, { id, metadata }: OrderRecord): void {
  if (metadata.conflicts === undefined && before?.metadata.conflicts === undefined) return
  db.prepare("DELETE FROM order_conflict WHERE order_id = ?").run(id)
  const add = db.prepare("INSERT INTO order_conflict (order_id, what, conflict_key, at) VALUES (?, ?, ?, ?)")
  for (const { what, key, at } of conflictsWithoutMoney({ metadata })) add.run(id, what, key, at)
}

/** Oldest first. */
export function listConflicts({ db }: BoxTx, limit: number): ConflictItem[] {
  const rows = db
    .prepare<[number], { record: string; what: string; key: string }>(
      `SELECT record, what, conflict_key AS "key" FROM order_conflict CROSS JOIN orders ON id = order_id
       ORDER BY at, order_id, what, conflict_key LIMIT ?`,
    )
    .all(limit)
  return rows.flatMap(({ record, what, key }) => {
    const order: OrderRecord = JSON.parse(record)
    const found = conflictsWithoutMoney(order).find((conflict) => conflict.what === what && conflict.key === key)
    return found ? [{ ...found, orderId: order.id, orderCode: order.orderCode, orderStatus: order.status }] : []
  })
}

export function countConflicts({ db }: BoxTx): number {
  return db.prepare<[], { n: number }>("SELECT count(*) AS n FROM order_conflict").get()?.n ?? 0
}
