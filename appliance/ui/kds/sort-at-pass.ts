/** In which order the pass hangs what the kitchen makes: so that nothing moves under a finger that is about to hand over. Pure. */
import type { ExpoOrder } from "../../../protocol/shapes/ticket.ts"

/**
 * Void first, then what can go, then the rest. What can go hangs in the order in which it became ready, so that the next one comes
 * after those that are there; all else oldest first, as it came.
 */
export function sortAtPass(orders: readonly ExpoOrder[]): ExpoOrder[] {
  return orders.toSorted((a, b) => rankOf(a) - rankOf(b) || bySince(a, b))
}

function rankOf({ order, readyAt }: ExpoOrder): number {
  if (order.cancelled) return 0
  return readyAt === null ? 2 : 1
}

function bySince(a: ExpoOrder, b: ExpoOrder): number {
  if (a.order.cancelled || a.readyAt === null || b.readyAt === null) return 0
  return a.readyAt < b.readyAt ? -1 : a.readyAt > b.readyAt ? 1 : 0
}
