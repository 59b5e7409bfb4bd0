/** Takes in an order that was created at the hub for this store: from here on the store is its home (decisions §9). */
import { businessDayOf } from "../../protocol/rules/business-day.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import type { OpenDay } from "./open-day.ts"
import { findByExternalId, findOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export interface HubOrders {
  readonly outbox: Outbox
  readonly openDay: OpenDay
}

export function applyHubOrder(tx: BoxTx, order: OrderRecord, { outbox, openDay }: HubOrders): void {
  if (findOrder(tx, order.id)) return
  // The same external id was created here while the link was down: two creations of one sale, and the store's is the one that lives.
  if (findByExternalId(tx, order.orderExternal)) return
  const { store } = requireConfig(tx)
  const businessDayDate = businessDayOf({ createdAt: order.createdAt, openDay: openDay(tx), store })
  recordChange(tx, outbox, { order: { ...order, businessDayDate }, events: [] })
}
