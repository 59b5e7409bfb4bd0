/** Hands an order over to its store: from the moment that it is offered, the store is its home (decisions §9). */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type ToldEvent, toldEvents } from "../webhooks/index.ts"
import { correctionsOf } from "./corrections-store.ts"
import { readMirrors } from "./mirror-store.ts"
import { findOrder, lockOrder, updateOrder } from "./orders-store.ts"

export interface Offered {
  readonly order: OrderRecord
  readonly corrections: KeyedCorrection[]
  readonly events: ToldEvent[]
}

/** An order of the store, for its box to have again; null where the hub has none of its own. */
export async function returnedOrder(tx: TenantWrite, orderId: string): Promise<Offered | null> {
  const kept = await findOrder(tx, orderId)
  if (kept?.home !== "store") return null
  return { order: kept.order, corrections: await correctionsOf(tx, orderId), events: await toldEvents(tx, orderId) }
}

/** The order as it is now: the hub may have charged it since it was put on the log. Null when the store has it under another id. */
export async function offerOrder(tx: TenantWrite, orderId: string): Promise<Offered | null> {
  const kept = await lockOrder(tx, orderId)
  if (kept?.home === "hub") await updateOrder(tx, kept, "store")
  if (!kept) return null
  // Read once the order is held: what was reported while its lock was waited for went nowhere else.
  const aggregator = (await readMirrors(tx, [orderId])).get(orderId) ?? null
  const order = { ...kept.order, aggregator }
  return { order, corrections: await correctionsOf(tx, orderId), events: await toldEvents(tx, orderId) }
}
