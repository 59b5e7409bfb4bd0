/** Open orders whose link was paid with money that does not fit them: a person must look. */
import { orderStateOf } from "../../protocol/rules/orders/order-states.ts"
import { findByExternalId } from "../orders/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { unfitCharges } from "./payment-links-store.ts"

/** Their codes, as the cashier knows them; an order that was settled or cancelled since is in doubt no more. */
export function ordersInDoubt(tx: BoxTx): string[] {
  return unfitCharges(tx).flatMap((externalId) => {
    const order = findByExternalId(tx, externalId)
    return order && orderStateOf(order) === "OPEN" ? [order.orderCode] : []
  })
}
