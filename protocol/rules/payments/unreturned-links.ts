/**
 * Money of a payment link that its order could not take and whose refund the provider refused. The order shows it as a second payment
 * until somebody records its refund (docs/contract/payments.md#a-refund-that-the-provider-refuses).
 */
import { scaleMajor, toText } from "../../money.ts"
import type { ChargeAttempt, ChargeIntent } from "../../shapes/charge.ts"
import type { OrderConflict } from "../../shapes/conflict.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { moneyToReturn } from "../cancellation/money-to-return.ts"
import {
  addConflicts,
  conflictCause,
  conflictsOf,
  newConflicts,
  secondPayments,
  withConflicts,
} from "../orders/order-conflicts.ts"
import { orderStateOf } from "../orders/order-states.ts"
import { hasRefusedRefund } from "./charge-states.ts"

interface UnreturnedInput {
  readonly intent: Pick<ChargeIntent, "attempts">
  /** Ids of attempts whose money must go back although the order is open, because the sale got no fiscal number. */
  readonly sentBack?: readonly string[]
  readonly now: string
}

/** Adds refused refunds to the order and resolves those that the provider made later. Returns null if nothing changes. */
export function noteUnreturnedLinks(
  order: OrderRecord,
  { intent: { attempts }, sentBack = [], now }: UnreturnedInput,
): OrderRecord | null {
  const isDue = ({ attemptId }: ChargeAttempt) => orderStateOf(order) !== "OPEN" || sentBack.includes(attemptId)
  const refused = attempts.filter(
    (attempt) =>
      hasRefusedRefund({ ...attempt, error: attempt.errorDescription }) &&
      isDue(attempt) &&
      !tookPayment(order, attempt.attemptId),
  )
  const added = newConflicts(
    order,
    refused.map((attempt) => asConflict(attempt, now)),
  )
  const returned = attempts
    .filter(({ status }) => status === "refunded")
    .flatMap(({ attemptId }) => secondPayments(order).filter(({ key }) => key === attemptId))
  if (added.length + returned.length === 0) return null
  const noted = addConflicts(returned.length === 0 ? order : withRefunds(order, returned, now), added, now)
  if (noted.status !== "CANCELLED") return noted
  return { ...noted, paymentStatus: moneyToReturn(noted).length === 0 ? "REFUNDED" : "CANCELED" }
}

/** Whether the order was settled with this payment. A prepaid order has no tenders, so any payment counts as its own. */
export function tookPayment({ settlement, payments, status }: OrderRecord, attemptId: string): boolean {
  if (settlement?.origin === "intake" && status !== "CANCELLED") return true
  return payments.some((tender) => tender.transactionId === attemptId && tender.status === "approved")
}

function asConflict({ attemptId, methodCode, amount, currency, errorDescription }: ChargeAttempt, now: string) {
  const why = `The order could not take this payment, and its refund was refused: ${errorDescription}`
  const cause = conflictCause("REFUND_REFUSED", why, { said: errorDescription ?? "" })
  const money = { amount: toText(scaleMajor(amount) ?? 0), currencyCode: currency, method: methodCode }
  return { at: now, side: "hub", what: "payment", key: attemptId, ...cause, ...money } satisfies OrderConflict
}

function withRefunds(order: OrderRecord, returned: readonly OrderConflict[], now: string): OrderRecord {
  const conflicts = conflictsOf(order).map((one) => {
    const { method = "", amount = "0" } = one
    if (!returned.includes(one)) return one
    const refund = { method, amount, by: "provider", reference: null } as const
    return { ...one, resolved: { at: now, by: "provider", note: "The provider returned the money." }, refund }
  })
  return withConflicts(order, conflicts, now)
}
