/** Applies many orders that a store sends for the first time, in as many statements as one order needs. */

import { addDays } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordAllEvents } from "../webhooks/index.ts"
import { isPlain } from "./apply-known-orders.ts"
import type { OrderChangedBody } from "./apply-order.ts"
import type { LinkAllFiscal } from "./link-fiscal.ts"
import { insertOrders } from "./orders-store.ts"

/** An older order may be in the archive. `applyOrderChanged` looks there, one order at a time. */
const YOUNG_DAYS = 30
const DATE_CHARS = 10

/** Returns the orders that were applied. Known orders, duplicates, corrections and cancellations are left for the slower functions. */
export async function applyNewOrders(
  tx: TenantWrite,
  { bodies, ids, linkAllFiscal }: { bodies: readonly OrderChangedBody[]; ids: Ids; linkAllFiscal: LinkAllFiscal },
): Promise<ReadonlySet<OrderChangedBody>> {
  const oldest = addDays(tx.now.slice(0, DATE_CHARS), -YOUNG_DAYS)
  const plain = bodies.filter((body) => body.order.businessDayDate >= oldest && isPlain(body))
  if (plain.length === 0) return new Set()
  const orders = plain.map(({ order }) => order)
  const added = await insertOrders(tx, orders, "store")
  const done = plain.filter(({ order }) => added.has(order.id))
  const documented = done.map(({ order }) => order).filter(({ fiscalRepresentation }) => fiscalRepresentation)
  const sent = await linkAllFiscal(tx, documented)
  const changes = done.map(({ order, events }) => ({ order, events: [...(sent.get(order.id) ?? []), ...events] }))
  await recordAllEvents(tx, ids, changes)
  return new Set(done)
}
