/** Growing waits between attempts, forgotten once all was well for a while. */
import type { Clock } from "../../runtime/clock.ts"

/** What a person in front of a black screen puts up with first, and what a broken machine may cost later. */
export const WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000] as const
export const FORGIVEN_AFTER_MS = 5 * 60_000

interface GrowingWait {
  /** How long to wait before the next attempt. */
  next(): number
}

/** `forgivenAfterMs` counts from the attempt, not from the failure: what ran that long was well. */
export function createGrowingWait(clock: Clock, forgivenAfterMs: number = FORGIVEN_AFTER_MS): GrowingWait {
  let failures = 0
  let attemptAt = Number.NEGATIVE_INFINITY
  return {
    next() {
      const now = clock.ms()
      // A clock that was set back says nothing about how long it ran.
      if (now - attemptAt >= forgivenAfterMs) failures = 0
      const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number
      failures += 1
      attemptAt = now + wait
      return wait
    },
  }
}
