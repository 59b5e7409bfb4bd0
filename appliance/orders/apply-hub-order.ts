/** Takes in an order that was created at the hub for this store: from here on the store is its home (decisions §9). */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { type Days, dayOf } from "./find-business-day.ts"
import { findByExternalId, findOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export interface HubOrders {
  readonly outbox: Outbox
  readonly days: Days
}

export function applyHubOrder(tx: BoxTx, order: OrderRecord, { outbox, days }: HubOrders): void {
  if (findOrder(tx, order.id)) return
  // The same external id was created here while the link was down: two creations of one sale, and the store's is the one that lives.
  if (findByExternalId(tx, order.orderExternal)) return
  const { store } = requireConfig(tx)
  const businessDayDate = dayOf(tx, { createdAt: order.createdAt, store, days })
  recordChange(tx, outbox, { order: { ...order, businessDayDate }, events: [] })
}
