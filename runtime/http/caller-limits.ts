/** Rate limits per caller: by key, by address for unknown keys, and a much lower one by address for endpoints without a key. */
import type { Clock } from "../clock.ts"
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts"

/** A key's burst, in seconds of its rate. */
const BURST_SECONDS = 2
/** Enough for a site where many boxes poll their claims, too little for guessing codes. */
const ADDRESS_PER_SECOND = 5
const ADDRESS_BURST = 60

const ADDRESS = "address:"
const UNAUTHENTICATED = "stranger:"

/**
 * The limit of callers at one address without a valid credential. It is separate from the address's own limit, so that a register with a
 * revoked key does not use up the requests that its store's box needs for its claim.
 */
export function unauthenticatedLimitAt(address: string): string {
  return UNAUTHENTICATED + address
}

/** The limit's name in the response headers. */
export function limitNameOf(key: string): "address" | "key" {
  return key.startsWith(ADDRESS) || key.startsWith(UNAUTHENTICATED) ? "address" : "key"
}

export function createLimits(perSecond: number, clock: Clock): RateLimiter {
  const keys = createRateLimiter({ perSecond, burst: perSecond * BURST_SECONDS }, clock)
  const addresses = createRateLimiter({ perSecond: ADDRESS_PER_SECOND, burst: ADDRESS_BURST }, clock)
  const limiterOf = (key: string) => (key.startsWith(ADDRESS) ? addresses : keys)
  return { spend: (key) => limiterOf(key).spend(key), peek: (key) => limiterOf(key).peek(key) }
}
