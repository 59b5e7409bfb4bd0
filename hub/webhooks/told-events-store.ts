/** What was told of one order: for its store, whose kitchen displays may echo the ids, and for an order that takes the place of its twin. */
import type { TenantRead } from "../storage/index.ts"

export interface ToldEvent {
  readonly id: string
  readonly type: string
  readonly at: string
}

/** Oldest first. */
export async function toldEvents(scope: TenantRead, orderId: string): Promise<ToldEvent[]> {
  const rows = await scope
    .select("event")
    .select(["event_id", "type", "created_at"])
    .where("order_id", "=", orderId)
    .orderBy("sequence")
    .execute()
  return rows.map(({ event_id: id, type, created_at: at }) => ({ id, type, at }))
}
