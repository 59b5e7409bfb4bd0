/** How fast a caller may ask: by key, by address where no key is known, and far slower by address where no key is asked for. */
import type { Clock } from "../clock.ts"
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts"

/** A key may save up this many seconds of its rate. */
const BURST_SECONDS = 2
/** Enough for a site with many boxes that poll their claims, too little to try codes. */
const ADDRESS_PER_SECOND = 5
const ADDRESS_BURST = 60

const ADDRESS = "address:"
const STRANGER = "stranger:"

/**
 * Callers without a valid credential, at one address. They are counted apart from the address itself: a till with a revoked key must not use
 * up what its store's box needs to be claimed.
 */
export function unauthenticatedLimitAt(address: string): string {
  return STRANGER + address
}

/** What the limit counts by, as the headers name it. */
export function limitNameOf(key: string): "address" | "key" {
  return key.startsWith(ADDRESS) || key.startsWith(STRANGER) ? "address" : "key"
}

export function createLimits(perSecond: number, clock: Clock): RateLimiter {
  const keys = createRateLimiter({ perSecond, burst: perSecond * BURST_SECONDS }, clock)
  const addresses = createRateLimiter({ perSecond: ADDRESS_PER_SECOND, burst: ADDRESS_BURST }, clock)
  const limiterOf = (key: string) => (key.startsWith(ADDRESS) ? addresses : keys)
  return { spend: (key) => limiterOf(key).spend(key), look: (key) => limiterOf(key).look(key) }
}
