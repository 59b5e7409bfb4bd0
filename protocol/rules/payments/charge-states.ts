/** State machine of a charge's attempt (docs/contract/payments.md#attempt-states). */
import { machine, step } from "../../machine.ts"
import type { AttemptStatus } from "../../shapes/charge.ts"

export type AttemptTrigger = (typeof ATTEMPT_STATES.triggers)[number]

/**
 * An expired link stays `requires_redirect` until it is cancelled. Money that arrives later, on a declined or cancelled link, counts.
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

/** The next state; null if the trigger changes nothing. */
export function stepAttempt(from: AttemptStatus, on: AttemptTrigger): AttemptStatus | null {
  return step(ATTEMPT_STATES, from, on)
}

/** Whether the guest may still pay the attempt. */
export function isActive(status: AttemptStatus): boolean {
  return status === "created" || status === "requires_redirect"
}

/** Whether the link has expired without being cancelled. */
export function hasExpired({
  status,
  error,
}: {
  readonly status: AttemptStatus
  readonly error: string | null
}): boolean {
  return status === "requires_redirect" && error !== null
}

/** Whether the provider refused the refund: nothing else leaves a paid attempt with an error. */
export function hasRefusedRefund({
  status,
  error,
}: {
  readonly status: AttemptStatus
  readonly error: string | null
}): boolean {
  return status === "succeeded" && error !== null
}

/** Whether the merchant has the money. During a refund it does until the provider confirms. */
export function isCollected(status: AttemptStatus): boolean {
  return status === "succeeded" || status === "solving"
}
