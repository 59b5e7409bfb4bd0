/** Finds the one order that a write means, and holds it until the commit. */
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type NoOrder, resolveOrder } from "./find-order.ts"
import { type KeptOrder, lockOrder } from "./orders-store.ts"

export async function lockReferred(tx: TenantWrite, reference: string): Promise<KeptOrder | NoOrder> {
  const orderId = await resolveOrder(tx, reference)
  if (isRefusal(orderId)) return orderId
  return (await lockOrder(tx, orderId)) ?? refuse("NOT_FOUND", `There is no order ${reference}.`)
}
