/** Retry schedules of callbacks and webhook deliveries (docs/contract/events.md#delivery, docs/contract/callbacks.md#queue-record). */

export interface RetryPolicy {
  /** Waits after the first, second, … attempt. There is one attempt more than waits; after it the job is dead. */
  readonly waitsMs: readonly number[]
  /** Random share by which a wait is shortened or lengthened, so that jobs that failed together are not retried together. */
  readonly jitter: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Longest `Retry-After` that is honoured. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS

const CALLBACK_ATTEMPTS_MAX = 8
const CALLBACK_WAIT_MAX_MS = 5 * MINUTE_MS

/** Callbacks: 8 attempts, from 1 s doubling to 5 min. */
export const CALLBACK_RETRY: RetryPolicy = {
  waitsMs: doubling({ fromMs: SECOND_MS, toMs: CALLBACK_WAIT_MAX_MS, waits: CALLBACK_ATTEMPTS_MAX - 1 }),
  jitter: 0.2,
}

export const WEBHOOK_RETRY: RetryPolicy = {
  waitsMs: [
    5 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    10 * HOUR_MS,
  ],
  jitter: 0.2,
}

export function attemptsMax(policy: RetryPolicy): number {
  return policy.waitsMs.length + 1
}

interface FailedAttempt {
  /** Number of attempts, including this one. */
  readonly attempts: number
  /** Random number from 0 to below 1. */
  readonly chance: number
  /** Minimum wait that the other side asked for. */
  readonly askedMs?: number
}

/** How long to wait before the next attempt; null when the attempts are used up. */
export function waitAfter(policy: RetryPolicy, { attempts, chance, askedMs = 0 }: FailedAttempt): number | null {
  const wait = policy.waitsMs[attempts - 1]
  if (wait === undefined) return null
  const moved = Math.round(wait * (1 + policy.jitter * (2 * chance - 1)))
  return Math.max(moved, Math.min(askedMs, RETRY_AFTER_MAX_MS))
}

export function doubling({ fromMs, toMs, waits }: { fromMs: number; toMs: number; waits: number }): number[] {
  return Array.from({ length: waits }, (_, n) => Math.min(fromMs * 2 ** n, toMs))
}
