/** Whether the events that reports name were emitted for their orders, many at once. */
import type { TenantRead } from "../storage/index.ts"

/** An order id and an event id, either the public one or the one the store created. */
export interface NamedEvent {
  readonly orderId: string
  readonly eventId: string
}

export type WasEmitted = (named: NamedEvent) => boolean

/** Read by order, because each order has only a few events. */
export async function findEmitted(scope: TenantRead, orderIds: ReadonlySet<string>): Promise<WasEmitted> {
  if (orderIds.size === 0) return () => false
  const rows = await scope
    .selectByKey("event")
    .select(["order_id as orderId", "event_id as eventId", "made_id as madeId"])
    .where("order_id", "in", [...orderIds])
    .execute()
  const emitted = new Set(
    rows.flatMap(({ orderId, eventId, madeId }) => [`${orderId} ${eventId}`, `${orderId} ${madeId}`]),
  )
  return ({ orderId, eventId }) => emitted.has(`${orderId} ${eventId}`)
}
