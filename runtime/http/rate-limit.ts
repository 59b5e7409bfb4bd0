/** Rate limits as token buckets, one per caller (docs/contract/conventions.md#rate-limits). They are in memory, per process. */
import type { Clock } from "../clock.ts"

/** Interval at which full buckets are deleted. */
const SWEEP_EVERY_MS = 60_000

export interface RateLimit {
  /** Requests a second; 0 switches the limit off. */
  readonly perSecond: number
  readonly burst: number
}

export interface Spent {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full, or, if it is empty, until one request is allowed. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Takes one token. Null without a limit. */
  spend(key: string): Spent | null
  /** The same without taking a token. */
  peek(key: string): Spent | null
}

interface Bucket {
  tokens: number
  at: number
}

export function createRateLimiter(limit: RateLimit, clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let sweptAt = clock.ms()

  function sweep(now: number) {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    for (const [key, bucket] of buckets) {
      if (refilled(bucket, limit, now) >= limit.burst) buckets.delete(key)
    }
  }

  return {
    spend(key) {
      if (limit.perSecond <= 0) return null
      const now = clock.ms()
      sweep(now)
      const bucket = buckets.get(key) ?? { tokens: limit.burst, at: now }
      const tokens = refilled(bucket, limit, now)
      const allowed = tokens >= 1
      const left = allowed ? tokens - 1 : tokens
      buckets.set(key, { tokens: left, at: now })
      return stateOf(limit, left, allowed)
    },
    peek(key) {
      if (limit.perSecond <= 0) return null
      const bucket = buckets.get(key)
      const left = bucket ? refilled(bucket, limit, clock.ms()) : limit.burst
      return stateOf(limit, left, left >= 1)
    },
  }
}

function stateOf({ burst, perSecond }: RateLimit, left: number, allowed: boolean): Spent {
  const missing = allowed ? burst - left : 1 - left
  return {
    allowed,
    limit: burst,
    remaining: Math.floor(left),
    resetSeconds: Math.max(1, Math.ceil(missing / perSecond)),
  }
}

function refilled(bucket: Bucket, limit: RateLimit, now: number): number {
  const elapsed = Math.max(0, now - bucket.at) / 1000
  return Math.min(limit.burst, bucket.tokens + elapsed * limit.perSecond)
}
