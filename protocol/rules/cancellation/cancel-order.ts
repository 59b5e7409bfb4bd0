/** What a cancellation makes of an order: at once, or around a refund that a provider must make first (docs/contract/orders.md#order-states). */
import { step } from "../../machine.ts"
import { fromText, toText } from "../../money.ts"
import type { Cancellation, Refund } from "../../shapes/cancellation.ts"
import type { OrderRecord, PaidMethod } from "../../shapes/order.ts"
import { addDays } from "../../time.ts"
import { requestVoid } from "../fiscal/fiscal-verdict.ts"
import type { Created } from "../orders/injection.ts"
import { ORDER_STATES, orderStateOf } from "../orders/order-states.ts"
import type { OrderDay } from "./cancellation-checks.ts"

/** The money that a cancellation must give back, a row for each method; nothing where nothing was taken. */
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

/**
 * Totals, lines and methods keep their amounts; only status and payment status change. `refunds` is the money that providers gave back: what
 * nobody has given back yet stands in `toReturn` until somebody records it (docs/contract/cancellation.md#money-to-return). null: the order is closed already.
 */
export function cancelOrder(
  order: OrderRecord,
  { cancellation, refunds, now }: { cancellation: Cancellation; refunds: readonly Refund[]; now: string },
): Created | null {
  const state = orderStateOf(order)
  if (step(ORDER_STATES, state, "cancelled") === null) return null
  const { cancelling: _ended, ...rest } = order
  const money = moneyOf(order)
  const toReturn = money.filter(({ method }) => !refunds.some((refund) => refund.method === method))
  const cancelled: OrderRecord = {
    ...rest,
    status: "CANCELLED",
    fiscal: requestVoid(order) ?? order.fiscal,
    paymentStatus: money.length > 0 && toReturn.length === 0 ? "REFUNDED" : "CANCELED",
    metadata: {
      ...order.metadata,
      cancellation: { ...cancellation, at: now, refunds: [...refunds], ...(toReturn.length > 0 && { toReturn }) },
    },
    updatedAt: now,
    sequence: order.sequence + 1,
  }
  return { order: cancelled, events: [{ type: "order.cancelled", at: now }] }
}

/** Whether the order was cancelled by this same request: the same key gave the same reason (docs/contract/cancellation.md#money-to-return). */
export function repeatsCancellation({ status, metadata }: OrderRecord, asked: Cancellation): boolean {
  const first = metadata.cancellation
  if (status !== "CANCELLED" || typeof first !== "object" || first === null) return false
  return isSameCancellation({ reason: null, type: null, by: null, ...first }, asked)
}

export function isSameCancellation(
  first: Readonly<Record<"reason" | "type" | "by", unknown>>,
  { reason, type, by }: Cancellation,
): boolean {
  return first.reason === reason && first.type === type && first.by === by
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
