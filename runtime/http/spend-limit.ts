/** Counts a request against its caller's rate limit, and sets the request id and the rate-limit headers of every answer. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../ids.ts"
import { callerAddress } from "./caller-address.ts"
import { limitNameOf, unauthenticatedLimitAt } from "./caller-limits.ts"
import type { RateLimiter, Spent } from "./rate-limit.ts"
import { requestIdOf } from "./read-request.ts"

interface LimitOptions {
  readonly rateLimiter: RateLimiter
  /** A reverse proxy is in front and names each caller's address in `X-Forwarded-For`. */
  readonly behindProxy?: boolean
}

interface LimitedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export interface AnswerLabels extends LimitOptions {
  readonly ids: Ids
}

/** Sets the headers of every answer: the request id and the limit of the caller's address. */
export function labelAnswer(labels: AnswerLabels, exchange: LimitedRequest): void {
  exchange.response.setHeader("X-Request-Id", requestIdOf(exchange.request) ?? labels.ids.uuid())
  announceLimit(labels, exchange)
}

/** Sets the headers of the address's limit, for answers that count against no key. */
export function announceLimit(
  { rateLimiter, behindProxy = false }: LimitOptions,
  { request, response }: LimitedRequest,
): void {
  const headers = addressLimitHeaders(rateLimiter, callerAddress(request, behindProxy))
  for (const [name, value] of headers) response.setHeader(name, value)
}

/** The `RateLimit` headers of a caller without a key; empty if there is no limit. */
export function addressLimitHeaders(rateLimiter: RateLimiter, address: string): LimitHeaders {
  const key = unauthenticatedLimitAt(address)
  const left = rateLimiter.peek(key)
  return left ? limitHeaders(key, left) : []
}

/** Counts against the key; without `keyId` against the caller's address. Returns a refusal if the limit is used up. */
export function spendLimit(
  { rateLimiter, behindProxy = false }: LimitOptions,
  { request, response }: LimitedRequest,
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
