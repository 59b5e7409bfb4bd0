/** How long sync waits before it tries again; `chance` is a number from 0 to 1 that the caller drew. */
import { POLL_MS, POLL_SPREAD, RESEND_FIRST_MS, RESEND_MAX_MS, RESEND_SPREAD } from "./limits.ts"

/** Doubles from 5 s to 60 s. */
export function resendWait(tries: number, chance: number): number {
  return spread(Math.min(RESEND_FIRST_MS * 2 ** tries, RESEND_MAX_MS), RESEND_SPREAD, chance)
}

export function pollWait(chance: number): number {
  return spread(POLL_MS, POLL_SPREAD, chance)
}

/** `wait` ± `share` of it. */
export function spread(wait: number, share: number, chance: number): number {
  return Math.round(wait * (1 - share + 2 * share * chance))
}
