/** Counts a request against the limit of its caller, and says on the answer what is left. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { callerAddress } from "./caller-address.ts"
import { limitNameOf, unauthenticatedLimitAt } from "./caller-limits.ts"
import type { RateLimiter, Spent } from "./rate-limit.ts"

interface Limited {
  readonly rateLimiter: RateLimiter
  /** A reverse proxy stands in front and names each caller's address in `X-Forwarded-For`. */
  readonly behindProxy?: boolean
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Announces what the caller's address has left: the word of every answer that counts against no key. */
export function announceLimit({ rateLimiter, behindProxy = false }: Limited, { request, response }: Asked): void {
  const key = unauthenticatedLimitAt(callerAddress(request, behindProxy))
  const left = rateLimiter.look(key)
  if (left) announce(response, key, left)
}

/** Without a `keyId` the caller is not known, and its address counts. */
export function spendLimit(
  { rateLimiter, behindProxy = false }: Limited,
  { request, response }: Asked,
  keyId?: string,
): Refusal<"RATE_LIMITED"> | null {
  const key = keyId ?? unauthenticatedLimitAt(callerAddress(request, behindProxy))
  const spent = rateLimiter.spend(key)
  if (!spent) return null
  announce(response, key, spent)
  if (spent.allowed) return null
  response.setHeader("Retry-After", String(spent.resetSeconds))
  return refuse(
    "RATE_LIMITED",
    `Too many requests ${limitNameOf(key) === "key" ? "with this key" : "from this address"}.`,
  )
}

function announce(response: ServerResponse, key: string, { limit, remaining, resetSeconds }: Spent): void {
  const name = limitNameOf(key)
  response.setHeader("RateLimit-Policy", `"${name}";q=${limit}`)
  response.setHeader("RateLimit", `"${name}";r=${remaining};t=${resetSeconds}`)
}
