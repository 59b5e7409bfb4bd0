/** Answers one request to an endpoint: credential, rate limit, body, validation, handler, envelope, in that order. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Endpoint, VendorCaller } from "../../protocol/http/endpoint.ts"
import { familyOf, refusalsOf } from "../../protocol/http/families.ts"
import { REFUSALS, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Log } from "../log.ts"
import { StoreUnavailable } from "../storage/store-errors.ts"
import { unstorable, type Validator } from "../validate.ts"
import { type Admit, type Authenticate, admit } from "./admit-caller.ts"
import { type AnswerOnce, answerAlways, KEY_HEADER, REPLAYED_HEADER } from "./idempotency.ts"
import type { RateLimiter } from "./rate-limit.ts"
import { type HttpAnswer, type HttpRequest, headerOf, readBody, skipBody } from "./read-request.ts"
import { sandboxRefusal } from "./sandbox-refusal.ts"
import { announceLimit, spendLimit } from "./spend-limit.ts"

const RETRY_AFTER_SECONDS = 5
const NO_BODY = { value: undefined, bytes: new Uint8Array() }

export interface AnswerOptions {
  /** Finds the caller of an API key. */
  readonly authenticate: Authenticate
  /** Finds the caller of an access token; undefined if no tokens are accepted. */
  readonly authenticateToken?: Authenticate
  /** A reverse proxy is in front and names each caller's address in `X-Forwarded-For`. */
  readonly behindProxy?: boolean
  /** Host names of this machine. */
  readonly hostNames?: readonly string[]
  /** Replaces the check of keys and tokens: for the dashboard's sessions. */
  readonly admit?: Admit
  /** Answers a repeat with the same `Idempotency-Key`; undefined if answers are not stored. */
  readonly answerOnce?: AnswerOnce
  /** Checks a valid request before its handler runs, and may add to its caller. */
  readonly guard?: Guard
  readonly validator: Validator
  readonly rateLimiter: RateLimiter
  readonly log: Log
  /** Checks the handlers' answers against the contract, in tests and development. */
  readonly checkReplies: boolean
  /** Called for each answer, for metrics. */
  readonly observe?: (endpoint: string, status: number, ms: number) => void
  /** Called for each answered request with a known caller; it must return at once and not throw. */
  readonly record?: (exchange: RecordedExchange) => void
}

/** A request as the handler saw it, and its answer. Read-only. */
export interface RecordedExchange {
  readonly value: Endpoint
  readonly caller: VendorCaller
  readonly requestId: string
  readonly status: number
  readonly ms: number
  readonly request: { readonly params: unknown; readonly query: unknown; readonly body: unknown }
  readonly answer: unknown
}

/** Filled while the request is being answered. */
interface RequestFacts {
  caller?: VendorCaller
  body?: unknown
}

/** Headers and address of the request, for a guard. */
export interface RequestContext {
  readonly header: (name: string) => string | undefined
  readonly address: string | null
}

export type Guard = (value: Endpoint, request: HttpRequest, context: RequestContext) => HttpRequest | Refusal

export type AnyHandler = (request: HttpRequest) => Promise<HttpAnswer | Refusal> | HttpAnswer | Refusal

/** An endpoint with its handler. */
export interface Served {
  readonly value: Endpoint
  readonly handler: AnyHandler
}

/** A routed request with its response. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly params: object
  readonly query: object
}

/** Does not reject for errors of the handler, only for errors while the answer is sent. */
export async function answerEndpoint(options: AnswerOptions, served: Served, exchange: Exchange): Promise<void> {
  const { value } = served
  const { response } = exchange
  const startedAt = performance.now()
  const facts: RequestFacts = {}
  const first = await answerOf(options, served, exchange, facts)
  const answer = limitUnsigned(options, { value, exchange, caller: facts.caller }, first)
  const answered =
    "refused" in answer ? sendRefusal(response, value.family, answer) : sendReply(value, answer, exchange, startedAt)
  const ms = performance.now() - startedAt
  options.observe?.(value.name, response.statusCode, ms)
  const { caller, body } = facts
  if (!options.record || !caller) return
  const requestId = String(response.getHeader("X-Request-Id"))
  const received = { params: exchange.params, query: exchange.query, body }
  options.record({ value, caller, requestId, status: response.statusCode, ms, request: received, answer: answered })
}

async function answerOf(
  options: AnswerOptions,
  { value, handler }: Served,
  { request, response, params, query }: Exchange,
  facts: RequestFacts,
): Promise<HttpAnswer | Refusal> {
  const requestId = String(response.getHeader("X-Request-Id"))
  try {
    const caller = await recognise(options, value, request, requestId)
    // If the key could not be checked, the request counts against no limit.
    if ("refused" in caller && caller.refused === "SERVICE_UNAVAILABLE") return caller
    const limited = value.signed ? null : spendLimit(options, { request, response }, caller.keyId)
    if (limited) return limited
    if ("refused" in caller) return caller
    facts.caller = caller
    const body = value.body ? await readBody(request, value) : ((await skipBody(request)) ?? NO_BODY)
    if ("refused" in body) return body
    facts.body = body.value
    const received = {
      params: { ...params },
      query: { ...query },
      body: body.value,
      caller,
      requestId,
      ...rawOf(value, request, body.bytes),
    }
    const faults = faultsOf(options.validator, value, received)
    if (faults) return faults
    const requested = sandboxRefusal(value, request)
    if (requested) return requested
    const admitted = options.guard ? options.guard(value, received, contextOf(request)) : received
    if ("refused" in admitted) return admitted
    const once = options.answerOnce ?? answerAlways
    const work = async () => handler(admitted)
    const { answer, replayed } = await once({ value, key: headerOf(request, KEY_HEADER), request: admitted, work })
    if (replayed) response.setHeader(REPLAYED_HEADER, "true")
    if (options.checkReplies) checkReply(options.validator, value, answer)
    return answer
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      options.log.warn({ err: error, requestId, endpoint: value.name }, "the database cannot be used")
      return refuse("SERVICE_UNAVAILABLE", "The database cannot be used at the moment; the request can be repeated.")
    }
    options.log.error({ err: error, requestId, endpoint: value.name }, "a request failed")
    return refuse("INTERNAL_SERVER_ERROR", "Something went wrong on our side; the request can be repeated.")
  }
}

/** A signed request counts against its address only if it was refused, so that unsigned requests cannot block signed ones. */
function limitUnsigned(
  options: AnswerOptions,
  { value, exchange, caller }: { value: Endpoint; exchange: Exchange; caller: VendorCaller | undefined },
  answer: HttpAnswer | Refusal,
): HttpAnswer | Refusal {
  if (!value.signed || !caller) return answer
  if (!("refused" in answer)) {
    announceLimit(options, exchange)
    return answer
  }
  return spendLimit(options, exchange, caller.keyId) ?? answer
}

function contextOf(request: IncomingMessage): RequestContext {
  return { header: (name) => headerOf(request, name), address: request.socket.remoteAddress ?? null }
}

function rawOf({ signed }: Endpoint, request: IncomingMessage, bytes: Uint8Array): Pick<HttpRequest, "raw"> {
  return signed ? { raw: { bytes, header: (name) => headerOf(request, name) } } : {}
}

/** If the key cannot be checked the answer is 503, not 401 (docs/contract/conventions.md#errors). */
async function recognise(
  {
    authenticate,
    authenticateToken = () => null,
    behindProxy: isBehindProxy,
    hostNames,
    admit: own,
    log,
  }: AnswerOptions,
  value: Endpoint,
  request: IncomingMessage,
  requestId: string,
): ReturnType<typeof admit> {
  try {
    if (own) return await own(value, request)
    return await admit(value, request, { key: authenticate, token: authenticateToken, isBehindProxy, hostNames })
  } catch (error) {
    log.error({ err: error, requestId, endpoint: value.name }, "a key could not be checked")
    return refuse("SERVICE_UNAVAILABLE", "The key cannot be checked at the moment.")
  }
}

function faultsOf(validator: Validator, value: Endpoint, request: HttpRequest): Refusal | null {
  const unstorableFault = unstorable(request.body) ?? unstorable(request.params) ?? unstorable(request.query)
  const details = unstorableFault
    ? [unstorableFault]
    : [
        ...(value.params ? validator.coerce(value.params, request.params) : []),
        ...(value.query ? validator.coerce(value.query, request.query) : []),
        ...(value.body ? validator.check(value.body, request.body) : []),
      ]
  if (details.length === 0) return null
  const message = details.map((fault) => `${fault.path || "body"} ${fault.message}`).join("; ")
  return refuse("VALIDATION_ERROR", message, { details })
}

/** Throws if a handler returned something that its endpoint does not list. */
function checkReply(validator: Validator, value: Endpoint, answer: HttpAnswer | Refusal): void {
  if ("refused" in answer) {
    const listed: readonly string[] = refusalsOf(value)
    if (!listed.includes(answer.refused))
      throw new Error(`${value.name} refused with ${answer.refused}, which it does not list`)
    return
  }
  const schema = value.replies[answer.status]
  if (schema === undefined) throw new Error(`${value.name} answered ${answer.status}, which it does not list`)
  const faults = schema ? validator.check(schema, answer.data) : []
  if (faults.length > 0) throw new Error(`${value.name} answered a wrong shape: ${JSON.stringify(faults)}`)
}

function sendReply(
  value: Endpoint,
  answer: HttpAnswer,
  { request, response, path }: Exchange,
  startedAt: number,
): unknown {
  for (const [name, text] of Object.entries(answer.headers ?? {})) response.setHeader(name, text)
  if (value.replies[answer.status] === null) {
    response.statusCode = answer.status
    response.end()
    return undefined
  }
  const about = {
    status: answer.status,
    method: request.method ?? value.method,
    pathname: path,
    durationMs: Math.round(performance.now() - startedAt),
    traceId: String(response.getHeader("X-Request-Id")),
  }
  return sendJson(response, answer.status, familyOf(value.family).wrap(answer.data, about))
}

/** Returns the body that it sent, like `sendReply`. */
export function sendRefusal(response: ServerResponse, family: Endpoint["family"], refusal: Refusal): unknown {
  const { status, retryable } = REFUSALS[refusal.refused]
  const { status: statusOf, error } = familyOf(family)
  if (retryable && status >= 429 && !response.hasHeader("Retry-After")) {
    response.setHeader("Retry-After", String(refusal.data?.retryAfterSeconds ?? RETRY_AFTER_SECONDS))
  }
  return sendJson(response, statusOf(refusal), error(refusal))
}

function sendJson(response: ServerResponse, status: number, body: unknown): unknown {
  const text = JSON.stringify(body)
  response.statusCode = status
  response.setHeader("Content-Type", "application/json; charset=utf-8")
  response.setHeader("Content-Length", Buffer.byteLength(text))
  response.end(text)
  return body
}
