/** What a charge comes to, from its attempts alone (docs/contract/payments.md#charge-states). */
import { type Scaled, sum } from "../../money.ts"
import type { AttemptStatus, IntentStatus } from "../../shapes/charge.ts"
import { isActive, isCollected } from "./charge-states.ts"

export interface CountedAttempt {
  readonly status: AttemptStatus
  readonly amount: Scaled
}

/**
 * Money first: what is collected says more than a link that waits, and a link that waits more than one that is being made. Without money
 * and without a link a charge was given back, given up, or has failed; one that has failed can be tried again.
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

/** A closed charge takes no further attempt. */
export function isClosed(status: IntentStatus): boolean {
  return status === "succeeded" || status === "canceled" || status === "reversed"
}

export function hasActive(attempts: readonly CountedAttempt[]): boolean {
  return attempts.some(({ status }) => isActive(status))
}
