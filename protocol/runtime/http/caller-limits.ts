/** How fast a caller may ask: by key, and far slower by address where no key is asked for. */
import type { Clock } from "../clock.ts"
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts"

/** A key may save up this many seconds of its rate. */
const BURST_SECONDS = 2
/** Enough for a site with many boxes that poll their claims, too little to try codes. */
const ADDRESS_PER_SECOND = 5
const ADDRESS_BURST = 60

const ADDRESS = "address:"

export function createLimits(perSecond: number, clock: Clock): RateLimiter {
  const keys = createRateLimiter({ perSecond, burst: perSecond * BURST_SECONDS }, clock)
  const addresses = createRateLimiter({ perSecond: ADDRESS_PER_SECOND, burst: ADDRESS_BURST }, clock)
  return { spend: (key) => (key.startsWith(ADDRESS) ? addresses : keys).spend(key) }
}
