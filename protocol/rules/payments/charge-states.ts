/** The life of a charge's attempt as a table (docs/contract/payments.md#attempt-states), and what its states mean for the money. */
import { machine, step } from "../../machine.ts"
import type { AttemptStatus } from "../../shapes/charge.ts"

export type AttemptTrigger = (typeof ATTEMPT_STATES.triggers)[number]

/**
 * A link that has expired stays `requires_redirect` until it is cancelled, as the contract has it. Money that comes after all, on a link
 * that was declined before or given up, is money: it counts.
 */
export const ATTEMPT_STATES = machine({
  states: ["created", "requires_redirect", "succeeded", "failed", "canceled", "solving", "refunded"],
  triggers: [
    "provider returned a link",
    "creation failed or rejected",
    "provider approved",
    "provider declined",
    "link expired",
    "cancel accepted by the provider",
    "refund asked",
    "refund confirmed",
    "refund refused",
  ],
  rows: [
    { from: "created", on: "provider returned a link", to: "requires_redirect" },
    { from: "created", on: "creation failed or rejected", to: "failed", also: "the reason in `errorDescription`" },
    { from: "created", on: "provider approved", to: "succeeded", also: "its word came before its answer" },
    { from: "created", on: "provider declined", to: "failed", also: "its word came before its answer" },
    { from: "requires_redirect", on: "provider approved", to: "succeeded" },
    { from: "requires_redirect", on: "provider declined", to: "failed", also: "the reason in `errorDescription`" },
    { from: "requires_redirect", on: "link expired", to: "requires_redirect", also: "said in `errorDescription`" },
    { from: "requires_redirect", on: "cancel accepted by the provider", to: "canceled" },
    { from: "failed", on: "provider approved", to: "succeeded", also: "money that came after all" },
    { from: "canceled", on: "provider approved", to: "succeeded", also: "money that came after all" },
    { from: "succeeded", on: "refund asked", to: "solving" },
    { from: "solving", on: "refund confirmed", to: "refunded" },
    { from: "solving", on: "refund refused", to: "succeeded", also: "the reason in `errorDescription`" },
    { from: "succeeded", on: "refund confirmed", to: "refunded", also: "given back at the provider's own desk" },
  ],
})

/** The next state; null where nothing moves. */
export function stepAttempt(from: AttemptStatus, on: AttemptTrigger): AttemptStatus | null {
  return step(ATTEMPT_STATES, from, on)
}

/** A guest may still pay it. */
export function isActive(status: AttemptStatus): boolean {
  return status === "created" || status === "requires_redirect"
}

/** The link has expired and was not cancelled: nobody can pay it. */
export function hasExpired({
  status,
  error,
}: {
  readonly status: AttemptStatus
  readonly error: string | null
}): boolean {
  return status === "requires_redirect" && error !== null
}

/** The provider has refused to return its money; only a refusal leaves a paid attempt with an error. */
export function hasRefusedRefund({
  status,
  error,
}: {
  readonly status: AttemptStatus
  readonly error: string | null
}): boolean {
  return status === "succeeded" && error !== null
}

/** The money is with the merchant: also while it is on its way back, until the provider says that it is. */
export function isCollected(status: AttemptStatus): boolean {
  return status === "succeeded" || status === "solving"
}
