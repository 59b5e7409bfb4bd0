/** Stores an order that was created at the hub for this store. The store is its home from now on (docs/contract/sync.md#orders-created-at-the-hub). */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import { linkNumbers } from "../fiscal/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { type MergeDuplicateDeps, mergeDuplicateOrder } from "./merge-duplicate-order.ts"
import {
  addAliases,
  addCorrections,
  addOrderEvents,
  findBusinessDay,
  findByExternalId,
  type PublishedEvent,
  recordChange,
  storedOrder,
} from "./store/index.ts"

interface HubOrder {
  readonly order: OrderRecord
  /** Corrections that the hub made while it was the home. A client may repeat one at the store. */
  readonly corrections?: readonly KeyedCorrection[]
  /** Events that the hub published. A kitchen display may report with their ids. */
  readonly events?: readonly PublishedEvent[]
  /** Other ids that the hub gave to the same sale. */
  readonly aliases?: readonly string[]
}

export function applyHubOrder(tx: BoxTx, created: HubOrder, deps: MergeDuplicateDeps): void {
  const { outbox } = deps
  const { order, corrections = [], events = [], aliases = [] } = created
  addAliases(tx, order.id, aliases)
  if (storedOrder(tx, order.id)) return
  // The store created the same external id meanwhile: one sale with two orders. The store's order remains.
  const own = findByExternalId(tx, order.orderExternal)
  if (own) {
    mergeDuplicateOrder(tx, { own, hubs: order, corrections, events }, deps)
    return
  }
  addCorrections(tx, order.id, corrections)
  addOrderEvents(tx, order.id, events)
  const { store } = requireConfig(tx)
  const businessDayDate = findBusinessDay(tx, order.createdAt, store)
  const madeAt = { atHub: true }
  const numbered = linkNumbers(tx, { ...order, businessDayDate })
  recordChange(tx, outbox, { order: numbered, events: [], toKitchen: true, madeAt })
}
