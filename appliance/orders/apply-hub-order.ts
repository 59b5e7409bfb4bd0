/** Takes in an order that was created at the hub for this store: from here on the store is its home (docs/contract/sync.md#orders-created-at-the-hub). */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { addAliases } from "./aliases-store.ts"
import { addCorrections } from "./corrections-store.ts"
import { findBusinessDay } from "./find-business-day.ts"
import { type MergeDuplicateDeps, mergeDuplicateOrder } from "./merge-duplicate-order.ts"
import { addOrderEvents, type PublishedEvent } from "./order-events-store.ts"
import { findByExternalId, storedOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export type HubOrders = MergeDuplicateDeps

interface HubOrder {
  readonly order: OrderRecord
  /** What the hub corrected while it was the home: a repeat of one may come to this side. */
  readonly corrections?: readonly KeyedCorrection[]
  /** What the hub told of it, by the ids that a kitchen display may echo. */
  readonly events?: readonly PublishedEvent[]
  /** Ids that the hub gave to this sale before it heard the store's. */
  readonly aliases?: readonly string[]
}

export function applyHubOrder(tx: BoxTx, created: HubOrder, parts: HubOrders): void {
  const { outbox, days, linkNumbers } = parts
  const { order, corrections = [], events = [], aliases = [] } = created
  addAliases(tx, order.id, aliases)
  if (storedOrder(tx, order.id)) return
  // The same external id was created here meanwhile: two creations of one sale, and the store's is the one that lives.
  const own = findByExternalId(tx, order.orderExternal)
  if (own) {
    mergeDuplicateOrder(tx, { own, hubs: order, corrections, events }, parts)
    return
  }
  addCorrections(tx, order.id, corrections)
  addOrderEvents(tx, order.id, events)
  const { store } = requireConfig(tx)
  const businessDayDate = findBusinessDay(tx, { createdAt: order.createdAt, store, days })
  const madeAt = { atHub: true }
  const numbered = linkNumbers(tx, { ...order, businessDayDate })
  recordChange(tx, outbox, { order: numbered, events: [], toKitchen: true, madeAt })
}
