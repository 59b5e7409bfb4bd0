/** Counts a request against the limit of its caller, and says on every answer what is left. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../ids.ts"
import { callerAddress } from "./caller-address.ts"
import { limitNameOf, unauthenticatedLimitAt } from "./caller-limits.ts"
import type { RateLimiter, Spent } from "./rate-limit.ts"
import { requestIdOf } from "./read-request.ts"

interface Limited {
  readonly rateLimiter: RateLimiter
  /** A reverse proxy stands in front and names each caller's address in `X-Forwarded-For`. */
  readonly behindProxy?: boolean
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What the headers of every answer need. */
export interface AnswerLabels extends Limited {
  readonly ids: Ids
}

/** Sets the headers that every answer carries: the request id, and what the caller's address has left. */
export function labelAnswer(labels: AnswerLabels, exchange: Asked): void {
  exchange.response.setHeader("X-Request-Id", requestIdOf(exchange.request) ?? labels.ids.uuid())
  announceLimit(labels, exchange)
}

/** Announces what the caller's address has left: every answer that counts against no key says this. */
export function announceLimit({ rateLimiter, behindProxy = false }: Limited, { request, response }: Asked): void {
  const headers = addressLimitHeaders(rateLimiter, callerAddress(request, behindProxy))
  for (const [name, value] of headers) response.setHeader(name, value)
}

/** The `RateLimit` headers of a caller without a key; none where no limit is set. */
export function addressLimitHeaders(rateLimiter: RateLimiter, address: string): LimitHeaders {
  const key = unauthenticatedLimitAt(address)
  const left = rateLimiter.look(key)
  return left ? limitHeaders(key, left) : []
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
  for (const [name, value] of limitHeaders(key, spent)) response.setHeader(name, value)
  if (spent.allowed) return null
  response.setHeader("Retry-After", String(spent.resetSeconds))
  return refuse(
    "RATE_LIMITED",
    `Too many requests ${limitNameOf(key) === "key" ? "with this key" : "from this address"}.`,
  )
}

type LimitHeaders = readonly (readonly [name: string, value: string])[]

function limitHeaders(key: string, { limit, remaining, resetSeconds }: Spent): LimitHeaders {
  const name = limitNameOf(key)
  return [
    ["RateLimit-Policy", `"${name}";q=${limit}`],
    ["RateLimit", `"${name}";r=${remaining};t=${resetSeconds}`],
  ]
}
