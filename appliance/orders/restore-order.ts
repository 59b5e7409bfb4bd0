/** Restores an order that the store's disk has lost, from the hub or from what could still be read of the disk. */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import {
  addAliases,
  addCorrections,
  addOrderEvents,
  findByExternalId,
  type PublishedEvent,
  recordChange,
  saveOrder,
  storedOrder,
} from "./store/index.ts"

export interface RestoredOrder {
  readonly order: OrderRecord
  readonly events?: readonly PublishedEvent[]
  readonly corrections?: readonly KeyedCorrection[]
  /** Other ids that the hub gave to the same sale. */
  readonly aliases?: readonly string[]
}

/**
 * Returns whether the order was changed on both sides. The copy with more changes is kept and sent to the hub. If the same sale was created
 * here again under another id, the newer order is kept (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
export function restoreOrder(
  tx: BoxTx,
  { order, events = [], corrections = [], aliases = [] }: RestoredOrder,
  { outbox, changedHere }: { outbox: Outbox; changedHere: boolean },
): boolean {
  const own = storedOrder(tx, order.id)
  const duplicate = own ? null : findByExternalId(tx, order.orderExternal)
  addAliases(tx, duplicate?.id ?? order.id, [order.id, ...aliases])
  if (duplicate) return true
  addCorrections(tx, order.id, corrections)
  addOrderEvents(tx, order.id, events)
  if (own && own.sequence >= order.sequence) return changedHere && own.sequence > order.sequence
  if (!changedHere) saveOrder(tx, order)
  else {
    const restored = { ...order, sequence: order.sequence + 1, updatedAt: tx.now }
    recordChange(tx, outbox, { order: restored, events: [], toKitchen: false })
  }
  return changedHere
}
