/** Answers one request to an endpoint: credential, scope, body, validation, handler, envelope, in that order, once for all. */
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
  /** The caller of an API key. */
  readonly authenticate: Authenticate
  /** The caller of an access token; left out where none is taken. */
  readonly authenticateToken?: Authenticate
  /** A reverse proxy stands in front and names each caller's address in `X-Forwarded-For`. */
  readonly behindProxy?: boolean
  /** By which this machine is found, beside its addresses. */
  readonly hostNames?: readonly string[]
  /** Decides who may go on where neither key nor token does: the dashboard's sessions. */
  readonly admit?: Admit
  /** Answers a repeat by its `Idempotency-Key`; left out where nothing keeps answers. */
  readonly answerOnce?: AnswerOnce
  /** Looks at a valid request before its handler does, and may know more of its caller; left out where nobody does. */
  readonly guard?: Guard
  readonly validator: Validator
  readonly rateLimiter: RateLimiter
  readonly log: Log
  /** Checks what handlers answer against the contract: on in tests and development, where a wrong answer is a bug to see. */
  readonly checkReplies: boolean
  /** Told of each answer, for metrics. */
  readonly observe?: (endpoint: string, status: number, ms: number) => void
  /** Told of each request whose caller is known, and what it was answered; it may not wait, nor throw. */
  readonly keep?: (exchange: RecordedExchange) => void
}

/** Both sides of a request, as the handler saw it and as it was answered. Nobody may change them. */
export interface RecordedExchange {
  readonly value: Endpoint
  readonly caller: VendorCaller
  readonly requestId: string
  readonly status: number
  readonly ms: number
  readonly asked: { readonly params: unknown; readonly query: unknown; readonly body: unknown }
  readonly answered: unknown
}

/** What is known of a request once it has been answered. */
interface Known {
  caller?: VendorCaller
  body?: unknown
}

/** Of the request itself, beside what its endpoint reads. */
export interface Around {
  readonly header: (name: string) => string | undefined
  readonly address: string | null
}

export type Guard = (value: Endpoint, request: HttpRequest, around: Around) => HttpRequest | Refusal

export type AnyHandler = (request: HttpRequest) => Promise<HttpAnswer | Refusal> | HttpAnswer | Refusal

/** An endpoint's value and who answers it. */
export interface Served {
  readonly value: Endpoint
  readonly handler: AnyHandler
}

/** A request on its way to its answer, whoever has routed it. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly params: object
  readonly query: object
}

/** Never rejects for what a handler does; what breaks while the answer is sent is the router's. */
export async function answerEndpoint(options: AnswerOptions, served: Served, exchange: Exchange): Promise<void> {
  const { value } = served
  const { response } = exchange
  const startedAt = performance.now()
  const known: Known = {}
  const first = await answerOf(options, served, exchange, known)
  const answer = limitUnsigned(options, { value, exchange, caller: known.caller }, first)
  const answered =
    "refused" in answer ? sendRefusal(response, value.family, answer) : sendReply(value, answer, exchange, startedAt)
  const ms = performance.now() - startedAt
  options.observe?.(value.name, response.statusCode, ms)
  const { caller, body } = known
  if (!options.keep || !caller) return
  const requestId = String(response.getHeader("X-Request-Id"))
  const asked = { params: exchange.params, query: exchange.query, body }
  options.keep({ value, caller, requestId, status: response.statusCode, ms, asked, answered })
}

async function answerOf(
  options: AnswerOptions,
  { value, handler }: Served,
  { request, response, params, query }: Exchange,
  known: Known,
): Promise<HttpAnswer | Refusal> {
  const requestId = String(response.getHeader("X-Request-Id"))
  try {
    const caller = await recognise(options, value, request, requestId)
    // Keys that cannot be read count against nobody.
    if ("refused" in caller && caller.refused === "SERVICE_UNAVAILABLE") return caller
    const limited = value.signed ? null : spendLimit(options, { request, response }, caller.keyId)
    if (limited) return limited
    if ("refused" in caller) return caller
    known.caller = caller
    const body = value.body ? await readBody(request, value) : ((await skipBody(request)) ?? NO_BODY)
    if ("refused" in body) return body
    known.body = body.value
    const said = {
      params: { ...params },
      query: { ...query },
      body: body.value,
      caller,
      requestId,
      ...rawOf(value, request, body.bytes),
    }
    const faults = faultsOf(options.validator, value, said)
    if (faults) return faults
    const wished = sandboxRefusal(value, request)
    if (wished) return wished
    const asked = options.guard ? options.guard(value, said, aroundOf(request)) : said
    if ("refused" in asked) return asked
    const once = options.answerOnce ?? answerAlways
    const work = async () => handler(asked)
    const { answer, replayed } = await once({ value, key: headerOf(request, KEY_HEADER), asked, work })
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

/** A signed body is looked at first, and counts against its address only if it is refused: what nobody signed must not shut out what somebody did. */
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

function aroundOf(request: IncomingMessage): Around {
  return { header: (name) => headerOf(request, name), address: request.socket.remoteAddress ?? null }
}

function rawOf({ signed }: Endpoint, request: IncomingMessage, bytes: Uint8Array): Pick<HttpRequest, "raw"> {
  return signed ? { raw: { bytes, header: (name) => headerOf(request, name) } } : {}
}

/** Keys that cannot be read are no verdict on the caller (docs/contract/conventions.md#errors, 503). */
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
  const odd = unstorable(request.body) ?? unstorable(request.params) ?? unstorable(request.query)
  const details = odd
    ? [odd]
    : [
        ...(value.params ? validator.coerce(value.params, request.params) : []),
        ...(value.query ? validator.coerce(value.query, request.query) : []),
        ...(value.body ? validator.check(value.body, request.body) : []),
      ]
  if (details.length === 0) return null
  const message = details.map((fault) => `${fault.path || "body"} ${fault.message}`).join("; ")
  return refuse("VALIDATION_ERROR", message, { details })
}

/** A bug on our side: a handler answered what its endpoint does not list. */
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

/** Hands back what it sent, as `sendReply` does. */
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
