/** Applies a store's changes of many known orders, in about as many statements as one order needs. */
import type { Ids } from "../../runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordAllEvents, untoldOfAll } from "../webhooks/index.ts"
import { documentsIn, type OrderChangedBody, withHubData } from "./apply-order.ts"
import type { LinkAllFiscal } from "./link-fiscal.ts"
import { lockOrders, updateOrders } from "./orders-store.ts"

/**
 * Returns the changes that were applied, at most one per order. Unknown orders, corrections and cancellations are left for
 * `applyOrderChanged`.
 */
export async function applyKnownOrders(
  tx: TenantWrite,
  { bodies, ids, linkAllFiscal }: { bodies: readonly OrderChangedBody[]; ids: Ids; linkAllFiscal: LinkAllFiscal },
): Promise<ReadonlySet<OrderChangedBody>> {
  const plain = bodies.filter((body) => isPlain(body))
  if (plain.length === 0) return new Set()
  const known = await lockOrders(
    tx,
    plain.map(({ order }) => order.id),
  )
  const changes = plain.flatMap((body) => {
    const kept = known.get(body.order.id)
    return kept ? [{ body, kept: { ...kept, order: withHubData(kept.order, body.order) } }] : []
  })
  await updateOrders(
    tx,
    changes.map(({ kept }) => kept),
    "store",
  )
  const orders = changes.map(({ kept }) => kept.order)
  const documented = changes.filter(({ kept: { order, was } }) => documentsIn(order) !== documentsIn(was))
  const sent = await linkAllFiscal(
    tx,
    documented.map(({ kept }) => kept.order),
  )
  const untold = await untoldOfAll(
    tx,
    changes.map(({ body }) => ({ orderId: body.order.id, events: body.events })),
  )
  await recordAllEvents(
    tx,
    ids,
    orders.map((order, at) => ({ order, events: [...(sent.get(order.id) ?? []), ...(untold[at] ?? [])] })),
  )
  return new Set(changes.map(({ body }) => body))
}

/** Whether it only changes the order. A correction also stores its key, and a cancellation may start refunds. */
export function isPlain({ events, corrections = [] }: OrderChangedBody): boolean {
  return corrections.length === 0 && !events.some(({ type }) => type === "order.cancelled")
}
