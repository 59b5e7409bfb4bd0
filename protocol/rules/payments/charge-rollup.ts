/** A charge's status and paid amount, derived from its attempts (docs/contract/payments.md#charge-states). */
import { type Scaled, sum } from "../../money.ts"
import type { AttemptStatus, IntentStatus } from "../../shapes/charge.ts"
import { isActive, isCollected } from "./charge-states.ts"

export interface CountedAttempt {
  readonly status: AttemptStatus
  readonly amount: Scaled
}

/**
 * The first that applies: collected money, a waiting link, a link in creation, a refund, cancellation of all attempts, failure. A failed
 * charge can be tried again.
 */
export function rollUp(attempts: readonly CountedAttempt[], total: Scaled): IntentStatus {
  const has = (status: AttemptStatus) => attempts.some((attempt) => attempt.status === status)
  const paid = paidOf(attempts)
  if (attempts.length === 0) return "pending"
  if (paid >= total) return "succeeded"
  if (paid > 0) return "partially_paid"
  if (has("requires_redirect")) return "requires_action"
  if (has("created")) return "processing"
  if (has("refunded")) return "reversed"
  return attempts.every(({ status }) => status === "canceled") ? "canceled" : "failed"
}

export function paidOf(attempts: readonly CountedAttempt[]): Scaled {
  return sum(attempts.filter(({ status }) => isCollected(status)).map(({ amount }) => amount))
}

/** Whether the charge accepts no further attempt. */
export function isClosed(status: IntentStatus): boolean {
  return status === "succeeded" || status === "canceled" || status === "reversed"
}

export function hasActive(attempts: readonly CountedAttempt[]): boolean {
  return attempts.some(({ status }) => isActive(status))
}
