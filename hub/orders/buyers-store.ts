/** By which words the orders of buyers are found: written with the order, read by the dashboard's search. */
import { buyerWords } from "../../protocol/rules/orders/buyer-words.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

/** Of orders that are new. */
export async function addBuyers(tx: TenantWrite, orders: readonly OrderRecord[]): Promise<void> {
  const rows = orders.flatMap((order) =>
    buyerWords(order).map((word) => ({ order_id: order.id, word, created_at: order.createdAt })),
  )
  await tx.add("order_buyer", rows, "ON CONFLICT DO NOTHING")
}

/** Most orders name nobody, and cost nothing here. `before` is the order as the words know it. */
export async function saveBuyers(
  tx: TenantWrite,
  before: OrderRecord | null,
  after: OrderRecord | null,
): Promise<void> {
  const known = before ? buyerWords(before) : []
  const words = after ? buyerWords(after) : []
  if (words.join(" ") === known.join(" ")) return
  if (before && known.length > 0) await tx.removeByKey("order_buyer").where("order_id", "=", before.id).execute()
  if (after) await addBuyers(tx, [after])
}
