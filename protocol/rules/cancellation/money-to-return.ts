/**
 * Money that a guest must still get back, from cancelled orders and from second payments (docs/contract/cancellation.md#money-to-return,
 * docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
import type { Refund, RefundRecording } from "../../shapes/cancellation.ts"
import type { OrderConflict } from "../../shapes/conflict.ts"
import type { MoneyToReturn } from "../../shapes/money-to-return.ts"
import type { OrderRecord, PaidMethod } from "../../shapes/order.ts"
import { conflictsOf, secondPayments } from "../orders/order-conflicts.ts"

interface CancellationMoney {
  readonly at?: string
  readonly refunds?: readonly Refund[]
  readonly toReturn?: readonly PaidMethod[]
}

type CancelledOrder = Pick<OrderRecord, "status" | "metadata">

/** All money that must still go back: from the cancellation and from second payments. */
export function moneyToReturn(order: CancelledOrder): readonly PaidMethod[] {
  return [...toReturnOf(order), ...secondPayments(order).map(toPaidMethod)]
}

/** Money that the cancellation has not returned yet. Empty if the order is not cancelled. */
export function toReturnOf(order: CancelledOrder): readonly PaidMethod[] {
  return cancellationOf(order).toReturn ?? []
}

/** Refunds of a cancelled order so far, by a provider or recorded by a person. */
export function refundsOf(order: CancelledOrder): readonly Refund[] {
  return cancellationOf(order).refunds ?? []
}

/** All refunds so far, including those of second payments. */
export function allRefundsOf(order: CancelledOrder): readonly Refund[] {
  return [...refundsOf(order), ...conflictsOf(order).flatMap(({ refund }) => refund ?? [])]
}

/** The order's entry in the list of money to return; null if nothing must be returned. */
export function toMoneyToReturn(order: OrderRecord): MoneyToReturn | null {
  const money = moneyToReturn(order)
  if (money.length === 0) return null
  const { id: orderId, orderCode, currencyCode, updatedAt } = order
  const second = secondPayments(order)
  const { at: since = second[0]?.at ?? updatedAt } = cancellationOf(order)
  const guest = guestName(order)
  return { orderId, orderCode, money: [...money], currencyCode, guest, since, paidTwice: second.map(({ key }) => key) }
}

/** The guest's name; null if none was given. */
export function guestName({ customer }: Pick<OrderRecord, "customer">): string | null {
  const names = [customer?.name, customer?.lastName].filter((name) => typeof name === "string" && name !== "")
  return names.length > 0 ? names.join(" ") : null
}

/** Records that a person returned all of the money. Returns null if there is nothing to return. */
export function recordRefund(order: OrderRecord, recorded: RefundRecording): OrderRecord | null {
  if (moneyToReturn(order).length === 0) return null
  return {
    ...order,
    paymentStatus: order.status === "CANCELLED" ? "REFUNDED" : order.paymentStatus,
    metadata: { ...order.metadata, ...settleCancellation(order, recorded), ...settleConflicts(order, recorded) },
    updatedAt: recorded.at,
    sequence: order.sequence + 1,
  }
}

/** Applies those of `refunds` that match money this cancelled order still has to return. Returns null if none matches. */
export function applyRefunds(order: OrderRecord, refunds: readonly Refund[], now: string): OrderRecord | null {
  const { toReturn = [], ...cancellation } = cancellationOf(order)
  const matches = (row: PaidMethod) => (one: PaidMethod) => one.method === row.method && one.amount === row.amount
  const applied = refunds.filter((refund) => toReturn.some(matches(refund)))
  if (applied.length === 0) return null
  const left = toReturn.filter((row) => !applied.some(matches(row)))
  const money = { refunds: [...refundsOf(order), ...applied], ...(left.length > 0 && { toReturn: left }) }
  return {
    ...order,
    paymentStatus: left.length === 0 ? "REFUNDED" : order.paymentStatus,
    metadata: { ...order.metadata, cancellation: { ...cancellation, ...money } },
    updatedAt: now,
    sequence: order.sequence + 1,
  }
}

function settleCancellation(order: OrderRecord, recorded: RefundRecording) {
  const { toReturn, ...cancellation } = cancellationOf(order)
  if (!toReturn) return {}
  const made = toReturn.map((row) => toRefund(row, recorded))
  return { cancellation: { ...cancellation, refunds: [...refundsOf(order), ...made] } }
}

function settleConflicts(order: OrderRecord, recorded: RefundRecording) {
  const second = secondPayments(order)
  if (second.length === 0) return {}
  const resolved = { at: recorded.at, by: recorded.recordedBy, note: recorded.note ?? "" }
  const conflicts = conflictsOf(order).map((one) =>
    second.includes(one) ? { ...one, resolved, refund: toRefund(toPaidMethod(one), recorded) } : one,
  )
  return { conflicts }
}

function toPaidMethod({ method = "", amount = "0" }: OrderConflict): PaidMethod {
  return { method, amount }
}

function toRefund({ method, amount }: PaidMethod, recorded: RefundRecording): Refund {
  return { method, amount, by: "store", reference: null, recorded }
}

/** The cancellation in the metadata. Before an order is cancelled, a key of that name is the caller's own and is ignored. */
function cancellationOf({ status, metadata }: CancelledOrder): CancellationMoney {
  const { cancellation } = metadata
  const isOurs = status === "CANCELLED" && typeof cancellation === "object" && cancellation !== null
  return isOurs ? (cancellation as CancellationMoney) : {}
}
