/** Reads the events of orders. */
import type { TestHub } from "./hub.ts"

const LIFE: readonly string[] = ["order.opened", "order.completed", "order.cancelled"]

/** The types of the events of an order's own life, without what was sent of it to the kitchen or the authority. */
export function lifeOf(events: readonly { readonly type: string }[]): string[] {
  return events.map(({ type }) => type).filter((type) => LIFE.includes(type))
}

/** The envelopes of an order's events of one type, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: an event's data is read by its keys.
export async function sentOf(hub: TestHub, orderId: string, type: string): Promise<any[]> {
  const events = await hub.events()
  return events.filter((event) => event.orderId === orderId && event.type === type).map(({ envelope }) => envelope)
}
