/** What a cancellation makes of an order: at once, or around a refund that a provider must make first (document 1, *States and transitions*). */
import { step } from "../machine.ts"
import { fromText, toText } from "../money.ts"
import type { Cancellation, Refund } from "../shapes/cancellation.ts"
import type { OrderRecord, PaidMethod } from "../shapes/order.ts"
import { addDays } from "../time.ts"
import type { OrderDay } from "./cancellation.ts"
import { requestVoid } from "./fiscal-verdict.ts"
import type { Created } from "./injection.ts"
import { ORDER_STATES, orderStateOf } from "./order-states.ts"

/** The money that must be given back, a row for each method; nothing where nothing was taken. */
export function moneyOf(order: OrderRecord): PaidMethod[] {
  if (order.settlement?.status !== "settled") return []
  const byMethod = new Map<string, number>()
  for (const { method, amount } of order.paymentMethods) {
    byMethod.set(method, (byMethod.get(method) ?? 0) + fromText(amount))
  }
  return [...byMethod]
    .filter(([, amount]) => amount > 0)
    .map(([method, amount]) => ({ method, amount: toText(amount) }))
}

/** Totals, lines and methods keep their amounts; only status and payment status change. null: the order is closed already. */
export function cancelOrder(
  order: OrderRecord,
  { cancellation, refunds, now }: { cancellation: Cancellation; refunds: readonly Refund[]; now: string },
): Created | null {
  const state = orderStateOf(order)
  if (step(ORDER_STATES, state, "cancelled") === null) return null
  const { cancelling: _ended, ...rest } = order
  const cancelled: OrderRecord = {
    ...rest,
    status: "CANCELLED",
    fiscal: requestVoid(order) ?? order.fiscal,
    paymentStatus: state === "OPEN" ? "CANCELED" : "REFUNDED",
    metadata: { ...order.metadata, cancellation: { ...cancellation, at: now, refunds: [...refunds] } },
    updatedAt: now,
    sequence: order.sequence + 1,
  }
  return { order: cancelled, events: [{ type: "order.cancelled", at: now }] }
}

/** Money that the store gives back by itself, from the drawer or on its own terminal. */
export function byTheStore(money: readonly PaidMethod[]): Refund[] {
  return money.map(({ method, amount }) => ({ method, amount, by: "store", reference: null }))
}

/** From here until the provider has spoken nothing else moves the order. null: there is nothing to ask back. */
export function beginRefund(
  order: OrderRecord,
  { id, cancellation, now }: { id: string; cancellation: Cancellation; now: string },
): OrderRecord | null {
  if (step(ORDER_STATES, orderStateOf(order), "refund asked of a provider") === null) return null
  return { ...order, cancelling: { id, at: now, cancellation }, updatedAt: now, sequence: order.sequence + 1 }
}

/**
 * The provider refused, or was never asked: the order is as it was. If its day was closed meanwhile, which counted it among the
 * cancellations, it belongs to the day that follows, as any sale that comes after a close. null: no refund was under way.
 */
export function withdrawRefund(order: OrderRecord, { day, now }: { day: OrderDay; now: string }): OrderRecord | null {
  if (step(ORDER_STATES, orderStateOf(order), "refund refused") === null) return null
  const { cancelling: _ended, ...rest } = order
  const next = day.active > order.businessDayDate ? day.active : addDays(order.businessDayDate, 1)
  const businessDayDate = day.closed ? next : order.businessDayDate
  return { ...rest, businessDayDate, updatedAt: now, sequence: order.sequence + 1 }
}
