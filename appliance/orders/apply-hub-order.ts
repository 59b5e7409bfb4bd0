/** Takes in an order that was created at the hub for this store: from here on the store is its home (decisions §9). */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addCorrections } from "./corrections-store.ts"
import { type Days, dayOf } from "./find-business-day.ts"
import { addOrderEvents, type ToldEvent } from "./order-events-store.ts"
import { findByExternalId, keptOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export interface HubOrders {
  readonly outbox: Outbox
  readonly days: Days
}

export interface HubOrder {
  readonly order: OrderRecord
  /** What the hub corrected while it was the home: a repeat of one may come to this side. */
  readonly corrections?: readonly KeyedCorrection[]
  /** What the hub told of it, by the ids that a kitchen display may echo. */
  readonly events?: readonly ToldEvent[]
}

export function applyHubOrder(tx: BoxTx, created: HubOrder, { outbox, days }: HubOrders): void {
  const { order, corrections = [], events = [] } = created
  if (keptOrder(tx, order.id)) return
  // The same external id was created here while the link was down: two creations of one sale, and the store's is the one that lives.
  if (findByExternalId(tx, order.orderExternal)) return
  addCorrections(tx, order.id, corrections)
  addOrderEvents(tx, order.id, events)
  const { store } = requireConfig(tx)
  const businessDayDate = dayOf(tx, { createdAt: order.createdAt, store, days })
  recordChange(tx, outbox, { order: { ...order, businessDayDate }, events: [], toKitchen: true })
}
