/** Hands an order over to its store: from the moment that it is offered, the store is its home (docs/contract/sync.md#orders-created-at-the-hub). */
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
  /** Left out where there are none. */
  readonly aliases?: string[]
}

/** An order of the store, for its box to have again; null where the hub has none of its own. */
export async function returnedOrder(tx: TenantWrite, orderId: string): Promise<Offered | null> {
  const kept = await findOrder(tx, orderId)
  if (kept?.home !== "store") return null
  return withParts(tx, kept.order)
}

/**
 * The order as it is now: the hub may have charged it since it was put on the log. One that went over into the store's twin is offered as it
 * was. Null when the store has heard of it.
 */
export async function offerOrder(tx: TenantWrite, orderId: string): Promise<Offered | null> {
  const kept = await lockOrder(tx, orderId)
  if (kept?.home === "hub") await updateOrder(tx, kept, "store")
  if (!kept) return offerReplaced(tx, orderId)
  // Read once the order is held: what was reported while its lock was waited for went nowhere else.
  const aggregator = (await readMirrors(tx, [orderId])).get(orderId) ?? null
  return withParts(tx, { ...kept.order, aggregator })
}

/** Its events went over with it. */
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
