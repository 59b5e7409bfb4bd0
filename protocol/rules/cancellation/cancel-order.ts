/** Cancels an order, at once or around a refund that a payment provider makes first (docs/contract/orders.md#order-states). */
import { step } from "../../machine.ts"
import { fromText, toText } from "../../money.ts"
import type { Cancellation, Refund } from "../../shapes/cancellation.ts"
import type { OrderRecord, PaidMethod } from "../../shapes/order.ts"
import { addDays } from "../../time.ts"
import { requestVoid } from "../fiscal/fiscal-verdict.ts"
import type { ChangedOrder } from "../orders/injection.ts"
import { ORDER_STATES, orderStateOf } from "../orders/order-states.ts"
import type { OrderDay } from "./cancellation-checks.ts"

/** The money that a cancellation must give back, one row per method; empty if the order was not paid. */
export function paidMoney(order: OrderRecord): PaidMethod[] {
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
 * Totals, lines and methods keep their amounts. `refunds` is the money that providers gave back. The rest is listed in `toReturn` until
 * somebody records its refund (docs/contract/cancellation.md#money-to-return). Returns null if the order is closed already.
 */
export function cancelOrder(
  order: OrderRecord,
  { cancellation, refunds, now }: { cancellation: Cancellation; refunds: readonly Refund[]; now: string },
): ChangedOrder | null {
  const state = orderStateOf(order)
  if (step(ORDER_STATES, state, "cancelled") === null) return null
  const { cancelling: _ended, ...rest } = order
  const money = paidMoney(order)
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

/** Whether the order was cancelled with the same reason, type and author before, so that this request is a retry. */
export function isRepeatedCancellation({ status, metadata }: OrderRecord, asked: Cancellation): boolean {
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

/** Marks the order while a provider refunds it; until the outcome nothing else changes its state. Returns null if nothing can be refunded. */
export function beginRefund(
  order: OrderRecord,
  { id, cancellation, now }: { id: string; cancellation: Cancellation; now: string },
): OrderRecord | null {
  if (step(ORDER_STATES, orderStateOf(order), "refund asked of a provider") === null) return null
  return { ...order, cancelling: { id, at: now, cancellation }, updatedAt: now, sequence: order.sequence + 1 }
}

/**
 * Restores the order after the provider refused the refund or was never asked. If its day was closed meanwhile, the close counted the
 * order as cancelled, so it moves to the next business day. Returns null if no refund was under way.
 */
export function withdrawRefund(order: OrderRecord, { day, now }: { day: OrderDay; now: string }): OrderRecord | null {
  if (step(ORDER_STATES, orderStateOf(order), "refund refused") === null) return null
  const { cancelling: _ended, ...rest } = order
  const next = day.active > order.businessDayDate ? day.active : addDays(order.businessDayDate, 1)
  const businessDayDate = day.closed ? next : order.businessDayDate
  return { ...rest, businessDayDate, updatedAt: now, sequence: order.sequence + 1 }
}
