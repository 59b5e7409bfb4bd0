/** Waits of sync, in milliseconds; `chance` is a random number from 0 to 1. */
import { POLL_MS, POLL_SPREAD, RESEND_FIRST_MS, RESEND_MAX_MS, RESEND_SPREAD } from "./limits.ts"

/** Doubles with each try, from 5 s to 60 s. */
export function resendWait(tries: number, chance: number): number {
  return spread(Math.min(RESEND_FIRST_MS * 2 ** tries, RESEND_MAX_MS), RESEND_SPREAD, chance)
}

export function pollWait(chance: number): number {
  return spread(POLL_MS, POLL_SPREAD, chance)
}

/** A wait between `wait * (1 - share)` and `wait * (1 + share)`. */
export function spread(wait: number, share: number, chance: number): number {
  return Math.round(wait * (1 - share + 2 * share * chance))
}
