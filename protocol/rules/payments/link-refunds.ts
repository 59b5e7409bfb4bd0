/**
 * Refunds of payment links that had paid for an order. The sale stands, and the refund belongs to the day on which it happened
 * (docs/contract/cancellation.md#refund-a-completed-order).
 */
import { scaleMajor, toText } from "../../money.ts"
import type { ChargeAttempt, ChargeIntent } from "../../shapes/charge.ts"
import type { OrderRecord, OrderRefund } from "../../shapes/order.ts"
import { isPaidSale, withRefunds } from "./refund-sale.ts"

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
  if (!isPaidSale(order)) return null
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
  return withRefunds(order, [...known, ...added], now)
}

/** Whether the attempt paid for the order. An order that came prepaid names no attempt, so method and amount are compared. */
function didPayFor({ settlement, payments, paymentMethods }: OrderRecord, attempt: ChargeAttempt): boolean {
  const amount = toText(scaleMajor(attempt.amount) ?? 0)
  if (settlement?.origin === "intake")
    return paymentMethods.some((paid) => paid.method === attempt.methodCode && paid.amount === amount)
  return payments.some((tender) => tender.transactionId === attempt.attemptId && tender.status === "approved")
}
