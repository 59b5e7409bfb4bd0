/**
 * The events of an order that were already published. Its store needs their ids, because kitchen displays may repeat them. Also prevents a second
 * publication.
 */
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import { createFencedRead, type TenantRead, type TenantWrite } from "../storage/index.ts"

/** Events that an order has at most once. */
const ONCE: readonly string[] = ["order.opened", "order.completed", "order.cancelled"]

export interface PublishedEvent {
  readonly id: string
  readonly type: string
  readonly at: string
}

/** Oldest first. */
export async function publishedEvents(scope: TenantRead, orderId: string): Promise<PublishedEvent[]> {
  const query = scope.selectByKey("event").select(["event_id", "type", "created_at"]).where("order_id", "=", orderId)
  const rows = await query.orderBy("sequence").execute()
  return rows.map(({ event_id: id, type, created_at: at }) => ({ id, type, at }))
}

/** Moves the events of an order that continues under another id. */
export async function moveEvents(tx: TenantWrite, from: string, to: string): Promise<void> {
  await tx.update("event").set({ order_id: to }).where("order_id", "=", from).execute()
}

/**
 * Removes events that were published already. If both the hub and the store created a sale, both reported its events. The store's id of such an event
 * then leads to the published one.
 */
export async function untold(
  tx: TenantWrite,
  orderId: string,
  events: readonly OrderEvent[],
): Promise<readonly OrderEvent[]> {
  const [fresh = []] = await untoldOfAll(tx, [{ orderId, events }])
  return fresh
}

interface Telling {
  readonly orderId: string
  readonly events: readonly OrderEvent[]
}

/** `untold` for many orders. Returns the events of each, in order. */
export async function untoldOfAll(
  tx: TenantWrite,
  telling: readonly Telling[],
): Promise<readonly (readonly OrderEvent[])[]> {
  const asked = telling.filter(({ events }) => events.some(({ type }) => ONCE.includes(type)))
  if (asked.length === 0) return telling.map(({ events }) => events)
  const { rows } = await onceTold(tx, { ids: tx.dialect.listOf(asked.map(({ orderId }) => orderId)) })
  const told = new Map(rows.map((row) => [`${row.order_id} ${row.type}`, row]))
  const fresh: OrderEvent[][] = []
  for (const { orderId, events } of telling) {
    const untold: OrderEvent[] = []
    for (const event of events) {
      const known = ONCE.includes(event.type) ? told.get(`${orderId} ${event.type}`) : undefined
      if (!known) untold.push(event)
      else if (known.made_id === null && event.id !== undefined) {
        await tx.update("event").set({ made_id: event.id }).where("id", "=", known.id).execute()
      }
    }
    fresh.push(untold)
  }
  return fresh
}

const onceTold = createFencedRead(({ selectByKey, dialect }, at: { ids: unknown }) =>
  selectByKey("event").select(["id", "order_id", "type", "made_id"]).where(dialect.isAmong("order_id", at.ids)),
)
