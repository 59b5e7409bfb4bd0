/** Growing waits between attempts, reset after a time without failures. */
import type { Clock } from "../../runtime/clock.ts"

/** Short first, for a person in front of a black screen; long later, for a broken machine. */
export const WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000] as const
export const FORGIVEN_AFTER_MS = 5 * 60_000

interface GrowingWait {
  /** How long to wait before the next attempt. */
  next(): number
}

/** `forgivenAfterMs` counts from the attempt, not from the failure. */
export function createGrowingWait(clock: Clock, forgivenAfterMs: number = FORGIVEN_AFTER_MS): GrowingWait {
  let failures = 0
  let attemptAt = Number.NEGATIVE_INFINITY
  return {
    next() {
      const now = clock.ms()
      // If the clock was set back, the difference is negative and the failures still count.
      if (now - attemptAt >= forgivenAfterMs) failures = 0
      const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number
      failures += 1
      attemptAt = now + wait
      return wait
    },
  }
}
