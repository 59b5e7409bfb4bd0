/** Hands an order over to its store. Once it was offered, the store is its home (docs/contract/sync.md#orders-created-at-the-hub). */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type PublishedEvent, publishedEvents } from "../webhooks/index.ts"
import { readMirrors } from "./aggregator-mirror-store.ts"
import { aliasesOf, takeReplaced } from "./aliases-store.ts"
import { correctionsOf, takeCorrections } from "./corrections-store.ts"
import { findOrder, lockOrder, updateOrder } from "./orders-store.ts"

export interface Offered {
  readonly order: OrderRecord
  readonly corrections: KeyedCorrection[]
  readonly events: PublishedEvent[]
  /** Left out if there are none. */
  readonly aliases?: string[]
}

/** An order of the store, to restore its box. Null if the hub has none of its own. */
export async function returnedOrder(tx: TenantWrite, orderId: string): Promise<Offered | null> {
  const kept = await findOrder(tx, orderId)
  if (kept?.home !== "store") return null
  return withParts(tx, kept.order)
}

/**
 * Returns the current order, because it may have been paid since it was appended to the log. An order that was replaced by the store's is offered as
 * it was. Null if the store has it already.
 */
export async function offerOrder(tx: TenantWrite, orderId: string): Promise<Offered | null> {
  const kept = await lockOrder(tx, orderId)
  if (kept?.home === "hub") await updateOrder(tx, kept, "store")
  if (!kept) return offerReplaced(tx, orderId)
  // Read after the lock: a report that arrived before it is only in the mirror.
  const aggregator = (await readMirrors(tx, [orderId])).get(orderId) ?? null
  return withParts(tx, { ...kept.order, aggregator })
}

/** The events were moved to the order that replaced it. */
async function offerReplaced(tx: TenantWrite, alias: string): Promise<Offered | null> {
  const replaced = await takeReplaced(tx, alias)
  if (!replaced) return null
  const corrections = await takeCorrections(tx, alias)
  return { order: replaced.order, corrections, events: await publishedEvents(tx, replaced.orderId) }
}

async function withParts(tx: TenantWrite, order: OrderRecord): Promise<Offered> {
  const { id } = order
  const aliases = await aliasesOf(tx, id)
  return {
    order,
    corrections: await correctionsOf(tx, id),
    events: await publishedEvents(tx, id),
    ...(aliases.length > 0 && { aliases }),
  }
}
