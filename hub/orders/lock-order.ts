/** Finds the order that a write names, and locks it until the commit. */
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type NoOrder, resolveOrder } from "./find-order.ts"
import { lockOrder, type StoredOrderRow } from "./orders-store.ts"

export async function lockOrderByReference(tx: TenantWrite, reference: string): Promise<StoredOrderRow | NoOrder> {
  const orderId = await resolveOrder(tx, reference)
  if (isRefusal(orderId)) return orderId
  return (await lockOrder(tx, orderId)) ?? refuse("NOT_FOUND", `There is no order ${reference}.`)
}
