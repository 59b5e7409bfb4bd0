/** A kiosk sees only the orders that it created, because guests use it. */
import type { Caller } from "../../protocol/http/endpoint.ts"
import { toText } from "../../protocol/money.ts"
import { KIOSK_CHANNEL } from "../../protocol/rules/orders/kiosk-order.ts"
import { totalOf } from "../../protocol/rules/payments/settlement.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId } from "../orders/store/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** Finds an order by the id that the kiosk gave it. */
export function findKioskOrder(tx: BoxTx, orderId: string, caller: Pick<Caller, "keyId">): OrderRecord | null {
  const order = findByExternalId(tx, orderId)
  return order?.stationId === caller.keyId && order.channel === KIOSK_CHANNEL ? order : null
}

export function kioskOrderView(order: OrderRecord) {
  const { id, orderExternal, orderCode, status, currencyCode, settlement } = order
  const paid = settlement?.status === "settled"
  return { id, orderId: orderExternal, orderCode, status, paid, total: toText(totalOf(order)), currencyCode }
}
