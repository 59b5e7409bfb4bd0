/** Sorts the orders at the pass so that none moves under a finger that is about to hand it over. Pure. */
import type { ExpoOrder } from "../../../protocol/shapes/ticket.ts"

/**
 * Void orders first, then ready ones, then the rest. Ready orders are sorted by the time they became ready, so that a new one is added at
 * their end. All others are sorted oldest first.
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
