/** Open conflicts of orders as rows, for the list at the back office. The full conflicts are part of the order's record. */
import { conflictsWithoutMoney } from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

export interface OrderChange {
  readonly before: OrderRecord | null
  readonly after: OrderRecord
}

/** A conflict that the back office has answered stays marked until the store reports it as resolved. */
export async function saveConflicts(tx: TenantWrite, changes: readonly OrderChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => textOf(before) !== textOf(after))
  if (changed.length === 0) return
  const ids = changed.map(({ after }) => after.id)
  const known = await tx.selectByKey("order_conflict").selectAll().where("order_id", "in", ids).execute()
  const askedAt = new Map(known.map((row) => [`${row.order_id}/${row.what}/${row.conflict_key}`, row.asked_at]))
  await dropConflicts(tx, ids)
  const rows = changed.flatMap(({ after }) =>
    conflictsWithoutMoney(after).map((conflict) => ({
      order_id: after.id,
      what: conflict.what,
      conflict_key: conflict.key,
      store_id: after.storeId,
      order_code: after.orderCode,
      at: conflict.at,
      record: JSON.stringify(conflict),
      asked_at: askedAt.get(`${after.id}/${conflict.what}/${conflict.key}`) ?? null,
    })),
  )
  if (rows.length > 0) await tx.insertAll("order_conflict", rows).execute()
}

export async function dropConflicts(tx: TenantWrite, orderIds: readonly string[]): Promise<void> {
  await tx
    .removeByKey("order_conflict")
    .where("order_id", "in", [...orderIds])
    .execute()
}

export interface ConflictKey {
  readonly orderId: string
  readonly what: string
  readonly key: string
}

/** Marks a conflict as answered by the back office. False if it is not open or already answered. */
export async function markConflictAnswered(tx: TenantWrite, { orderId, what, key }: ConflictKey): Promise<boolean> {
  const answered = await tx
    .update("order_conflict")
    .set({ asked_at: tx.now })
    .where("order_id", "=", orderId)
    .where("what", "=", what)
    .where("conflict_key", "=", key)
    .where("asked_at", "is", null)
    .executeTakeFirst()
  return answered.numUpdatedRows === 1n
}

function textOf(order: OrderRecord | null): string {
  return JSON.stringify(order?.metadata.conflicts ?? null)
}
