/** By which words the orders of buyers are found: written with the order, read by the dashboard's search. */
import { buyerWords } from "../../protocol/rules/buyer-words.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

/** Most orders name nobody, and cost nothing here. `before` is the order as the words know it. */
export async function keepBuyers(
  tx: TenantWrite,
  before: OrderRecord | null,
  after: OrderRecord | null,
): Promise<void> {
  const known = before ? buyerWords(before) : []
  const words = after ? buyerWords(after) : []
  if (words.join(" ") === known.join(" ")) return
  if (before && known.length > 0) await tx.remove("order_buyer").where("order_id", "=", before.id).execute()
  if (!after || words.length === 0) return
  const rows = words.map((word) => ({ order_id: after.id, word, created_at: after.createdAt }))
  await tx
    .insertAll("order_buyer", rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
