/**
 * Refunds of payment links that had paid for an order. The sale stands, and the refund belongs to the day on which it happened
 * (docs/contract/cancellation.md#refund-a-completed-order).
 */
import { fromText, scaleMajor, sum, toText } from "../../money.ts"
import type { ChargeAttempt, ChargeIntent } from "../../shapes/charge.ts"
import type { OrderRecord, OrderRefund } from "../../shapes/order.ts"
import { orderStateOf } from "../orders/order-states.ts"

interface LinkRefundInput {
  readonly intent: Pick<ChargeIntent, "attempts">
  /** The current business day at the order's home. */
  readonly businessDayDate: string
  /** The provider that took the money. */
  readonly providerOf: (attempt: ChargeAttempt) => string | null
  readonly now: string
}

const REASON = "Refund of a payment link"
const REFUNDED_BY = "payment provider"

/** Adds the refunds that the order does not have yet. Returns null if there are none or the order is cancelled. */
export function recordLinkRefunds(
  order: OrderRecord,
  { intent, businessDayDate, providerOf, now }: LinkRefundInput,
): OrderRecord | null {
  const state = orderStateOf(order)
  if (state !== "COMPLETED" && state !== "OPEN, paid") return null
  const { refunds: known = [] } = order
  const added = intent.attempts
    .filter((attempt) => attempt.status === "refunded" && didPayFor(order, attempt))
    .filter(({ attemptId }) => !known.some(({ refundId }) => refundId === attemptId))
    .map((attempt): OrderRefund => {
      const { attemptId: refundId, methodCode: method } = attempt
      const amount = toText(scaleMajor(attempt.amount) ?? 0)
      const tenders = [{ method, amount, provider: providerOf(attempt) }]
      return { refundId, at: now, businessDayDate, by: REFUNDED_BY, approvedBy: null, amount, tenders, reason: REASON }
    })
  if (added.length === 0) return null
  const refunds = [...known, ...added]
  const refunded = toText(sum(refunds.map(({ amount }) => fromText(amount))))
  const metadata = { ...order.metadata, refunded }
  return { ...order, refunds, metadata, sequence: order.sequence + 1, updatedAt: now }
}

/** Whether the order's whole total was refunded. */
export function isFullyRefunded({ refunds = [], totals }: OrderRecord): boolean {
  const total = totals.find(({ code }) => code === "TOTAL")?.amount
  return total !== undefined && sum(refunds.map(({ amount }) => fromText(amount))) >= fromText(total)
}

/** Whether the attempt paid for the order. An order that came prepaid names no attempt, so method and amount are compared. */
function didPayFor({ settlement, payments, paymentMethods }: OrderRecord, attempt: ChargeAttempt): boolean {
  const amount = toText(scaleMajor(attempt.amount) ?? 0)
  if (settlement?.origin === "intake")
    return paymentMethods.some((paid) => paid.method === attempt.methodCode && paid.amount === amount)
  return payments.some((tender) => tender.transactionId === attempt.attemptId && tender.status === "approved")
}
