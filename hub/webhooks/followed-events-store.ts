/** What was told of one order: for its store, whose kitchen displays may echo the ids, and so that nothing is told twice. */
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import { createFencedRead, type TenantRead, type TenantWrite } from "../storage/index.ts"

/** An order is opened, completed and cancelled once at most. */
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

/** What was told of an order that lives on under another id. */
export async function moveEvents(tx: TenantWrite, from: string, to: string): Promise<void> {
  await tx.update("event").set({ order_id: to }).where("order_id", "=", from).execute()
}

/**
 * Leaves out what was told already: of a sale that both sides took in, each told its own story. The store's id of such an event
 * finds the one that was told.
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

/** The same for many orders, in their order. */
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
