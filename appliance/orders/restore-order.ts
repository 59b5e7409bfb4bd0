/** An order that this store had and its disk has lost: taken back from the hub, or from what could still be read of the disk. */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addAliases } from "./aliases-store.ts"
import { addCorrections } from "./corrections-store.ts"
import { addOrderEvents, type PublishedEvent } from "./order-events-store.ts"
import { findByExternalId, saveOrder, storedOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export interface RestoredOrder {
  readonly order: OrderRecord
  readonly events?: readonly PublishedEvent[]
  readonly corrections?: readonly KeyedCorrection[]
  /** Ids that the hub gave to this sale before it heard the store's. */
  readonly aliases?: readonly string[]
}

/**
 * Answers whether it was changed on both sides: the copy with more changes lives, and the hub is told. Of a sale that was made here again
 * under another id, the newer one lives, as with any sale that both sides have (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
export function restoreOrder(
  tx: BoxTx,
  { order, events = [], corrections = [], aliases = [] }: RestoredOrder,
  { outbox, changedHere }: { outbox: Outbox; changedHere: boolean },
): boolean {
  const own = storedOrder(tx, order.id)
  const twin = own ? null : findByExternalId(tx, order.orderExternal)
  addAliases(tx, twin?.id ?? order.id, [order.id, ...aliases])
  if (twin) return true
  addCorrections(tx, order.id, corrections)
  addOrderEvents(tx, order.id, events)
  if (own && own.sequence >= order.sequence) return changedHere && own.sequence > order.sequence
  if (!changedHere) saveOrder(tx, order)
  else {
    const told = { ...order, sequence: order.sequence + 1, updatedAt: tx.now }
    recordChange(tx, outbox, { order: told, events: [], toKitchen: false })
  }
  return changedHere
}
