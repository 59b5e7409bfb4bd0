/** The words by which the dashboard finds a buyer's orders. Written with the order. */
import { buyerWords } from "../../protocol/rules/orders/buyer-words.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

/** For new orders. */
export async function addBuyers(tx: TenantWrite, orders: readonly OrderRecord[]): Promise<void> {
  const rows = orders.flatMap((order) =>
    buyerWords(order).map((word) => ({ order_id: order.id, word, created_at: order.createdAt })),
  )
  await tx.add("order_buyer", rows, "ON CONFLICT DO NOTHING")
}

/** Does nothing for an order without a buyer. `before` is the order as its stored words describe it. */
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
