/** What was told of one order: for its store, whose kitchen displays may echo the ids, and so that nothing is told twice. */
import type { OrderEvent } from "../../protocol/rules/injection.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

/** An order is opened, completed and cancelled once at most. */
const ONCE: readonly string[] = ["order.opened", "order.completed", "order.cancelled"]

export interface ToldEvent {
  readonly id: string
  readonly type: string
  readonly at: string
}

/** Oldest first. */
export async function toldEvents(scope: TenantRead, orderId: string): Promise<ToldEvent[]> {
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
  if (!events.some(({ type }) => ONCE.includes(type))) return events
  const query = tx.selectByKey("event").select(["id", "type", "made_id"]).where("order_id", "=", orderId)
  const told = new Map((await query.execute()).map((row) => [row.type, row]))
  const fresh: OrderEvent[] = []
  for (const event of events) {
    const known = ONCE.includes(event.type) ? told.get(event.type) : undefined
    if (!known) fresh.push(event)
    else if (known.made_id === null && event.id !== undefined) {
      await tx.update("event").set({ made_id: event.id }).where("id", "=", known.id).execute()
    }
  }
  return fresh
}
