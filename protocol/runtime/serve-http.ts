/** Serves endpoint values on Express: credential, scope, body, validation, handler, envelope, in that order, once for all. */
import express, { type Express, type NextFunction, type Request, type Response } from "express"
import type { Endpoint, EndpointTable, Routes } from "../http/endpoint.ts"
import { familyOf, familyOfPath, refusalsOf } from "../http/families.ts"
import { REFUSALS, type Refusal, refuse } from "../refusals.ts"
import { type Authenticate, admit } from "./admit-caller.ts"
import { type AnswerOnce, answerAlways, KEY_HEADER, REPLAYED_HEADER } from "./idempotency.ts"
import type { Ids } from "./ids.ts"
import type { Log } from "./log.ts"
import type { RateLimiter, Spent } from "./rate-limit.ts"
import { type HttpAnswer, type HttpRequest, readBody, requestIdOf } from "./read-request.ts"
import { StoreUnavailable } from "./store-errors.ts"
import { unstorable, type Validator } from "./validate.ts"

const RETRY_AFTER_SECONDS = 5

export interface ServeOptions<Table extends EndpointTable> {
  readonly app: Express
  readonly endpoints: Table
  readonly routes: Routes<Table>
  /** The caller of an API key. */
  readonly authenticate: Authenticate
  /** The caller of an access token; left out where none is taken. */
  readonly authenticateToken?: Authenticate
  /** Answers a repeat by its `Idempotency-Key`; left out where nothing keeps answers. */
  readonly answerOnce?: AnswerOnce
  readonly validator: Validator
  readonly rateLimiter: RateLimiter
  readonly ids: Ids
  readonly log: Log
  /** Checks what handlers answer against the contract: on in tests and development, where a wrong answer is a bug to see. */
  readonly checkReplies: boolean
  /** Told of each answer, for metrics. */
  readonly observe?: (endpoint: string, status: number, ms: number) => void
}

/** Mounts every endpoint of the table; afterwards unknown paths are 404 and wrong methods 405 with `Allow`. */
export function serveEndpoints<Table extends EndpointTable>(options: ServeOptions<Table>): void {
  const { app, endpoints } = options
  app.use(nameRequest(options.ids))
  for (const key of Object.keys(endpoints)) {
    const value = endpoints[key] as Endpoint
    const handler = options.routes[key as keyof Table] as unknown as AnyHandler
    app[value.method.toLowerCase() as "get"](value.path, (request, response) =>
      serve(options, value, handler, request, response),
    )
  }
  for (const [path, { family, methods }] of byPath(endpoints)) {
    app.all(path, (_request, response) => {
      response.setHeader("Allow", methods.join(", "))
      sendRefusal(response, family, refuse("METHOD_NOT_ALLOWED", `This path answers ${methods.join(", ")}.`))
    })
  }
}

/** The end of every chain: what no route has taken, and what broke on the way. Mount it last. */
export function serveNothingElse(app: Express, log: Log): void {
  app.use((request: Request, response: Response) => {
    sendRefusal(response, familyOfPath(request.path), refuse("NOT_FOUND", `There is nothing at ${request.path}.`))
  })
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error)
    const family = familyOfPath(request.path)
    if (isBadPath(error)) return sendRefusal(response, family, refuse("VALIDATION_ERROR", "The path is not valid."))
    log.error({ err: error, requestId: response.getHeader("X-Request-Id"), path: request.path }, "a request failed")
    sendRefusal(response, family, refuse("INTERNAL_SERVER_ERROR", "Something went wrong on our side."))
  })
}

/** A percent sign that encodes nothing: the router finds it before any endpoint does. */
function isBadPath(error: unknown): boolean {
  return error instanceof URIError
}

export function createApp(): Express {
  const app = express()
  app.disable("x-powered-by")
  app.set("etag", false)
  app.set("query parser", "simple")
  return app
}

type AnyHandler = (request: HttpRequest) => Promise<HttpAnswer | Refusal> | HttpAnswer | Refusal

async function serve<Table extends EndpointTable>(
  options: ServeOptions<Table>,
  value: Endpoint,
  handler: AnyHandler,
  request: Request,
  response: Response,
): Promise<void> {
  const startedAt = performance.now()
  const answer = await answerOf(options, value, handler, request, response)
  if ("refused" in answer) sendRefusal(response, value.family, answer)
  else sendReply(response, value, answer, { request, startedAt })
  options.observe?.(value.name, response.statusCode, performance.now() - startedAt)
}

async function answerOf<Table extends EndpointTable>(
  options: ServeOptions<Table>,
  value: Endpoint,
  handler: AnyHandler,
  request: Request,
  response: Response,
): Promise<HttpAnswer | Refusal> {
  const requestId = String(response.getHeader("X-Request-Id"))
  try {
    const caller = await recognise(options, value, request, requestId)
    if ("refused" in caller) return caller
    const spent = options.rateLimiter.spend(caller.keyId)
    if (spent) announce(response, spent)
    if (spent && !spent.allowed) return refuse("RATE_LIMITED", "Too many requests with this key.")
    const body = value.body ? await readBody(request, value.unreadable) : { value: undefined, bytes: new Uint8Array() }
    if ("refused" in body) return body
    const asked = { params: { ...request.params }, query: { ...request.query }, body: body.value, caller, requestId, ...rawOf(value, request, body.bytes) }
    const faults = faultsOf(options.validator, value, asked)
    if (faults) return faults
    const once = options.answerOnce ?? answerAlways
    const work = async () => handler(asked)
    const { answer, replayed } = await once({ value, key: request.get(KEY_HEADER), asked, work })
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

function rawOf({ signed }: Endpoint, request: Request, bytes: Uint8Array): Pick<HttpRequest, "raw"> {
  return signed ? { raw: { bytes, header: (name) => request.get(name) } } : {}
}

/** Keys that cannot be read are no verdict on the caller (document 2, *Errors*, 503). */
async function recognise<Table extends EndpointTable>(
  { authenticate, authenticateToken = () => null, log }: ServeOptions<Table>,
  value: Endpoint,
  request: Request,
  requestId: string,
): ReturnType<typeof admit> {
  try {
    return await admit(value, request, { key: authenticate, token: authenticateToken })
  } catch (error) {
    log.error({ err: error, requestId, endpoint: value.name }, "a key could not be checked")
    return refuse("SERVICE_UNAVAILABLE", "The key cannot be checked at the moment.")
  }
}

function faultsOf(validator: Validator, value: Endpoint, asked: HttpRequest): Refusal | null {
  const odd = unstorable(asked.body) ?? unstorable(asked.params) ?? unstorable(asked.query)
  const details = odd
    ? [odd]
    : [
        ...(value.params ? validator.coerce(value.params, asked.params) : []),
        ...(value.query ? validator.coerce(value.query, asked.query) : []),
        ...(value.body ? validator.check(value.body, asked.body) : []),
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

interface Asking {
  readonly request: Request
  readonly startedAt: number
}

function sendReply(response: Response, value: Endpoint, answer: HttpAnswer, asking: Asking): void {
  for (const [name, text] of Object.entries(answer.headers ?? {})) response.setHeader(name, text)
  response.status(answer.status)
  if (value.replies[answer.status] === null) {
    response.end()
    return
  }
  const { method, path } = asking.request
  const answered = {
    status: answer.status,
    method,
    pathname: path,
    durationMs: Math.round(performance.now() - asking.startedAt),
    traceId: String(response.getHeader("X-Request-Id")),
  }
  response.json(familyOf(value.family).wrap(answer.data, answered))
}

export function sendRefusal(response: Response, family: Endpoint["family"], refusal: Refusal): void {
  const { status, retryable } = REFUSALS[refusal.refused]
  const { status: statusOf, error } = familyOf(family)
  if (retryable && status >= 429 && !response.hasHeader("Retry-After")) {
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS))
  }
  response.status(statusOf(refusal)).json(error(refusal))
}

function announce(response: Response, spent: Spent): void {
  response.setHeader("RateLimit-Policy", `"key";q=${spent.limit}`)
  response.setHeader("RateLimit", `"key";r=${spent.remaining};t=${spent.resetSeconds}`)
  if (!spent.allowed) response.setHeader("Retry-After", String(spent.resetSeconds))
}

function nameRequest(ids: Ids) {
  return (request: Request, response: Response, next: NextFunction) => {
    response.setHeader("X-Request-Id", requestIdOf(request) ?? ids.uuid())
    next()
  }
}

function byPath(endpoints: EndpointTable): Map<string, { family: Endpoint["family"]; methods: string[] }> {
  const found = new Map<string, { family: Endpoint["family"]; methods: string[] }>()
  for (const { path, method, family } of Object.values(endpoints)) {
    found.set(path, { family, methods: [...(found.get(path)?.methods ?? []), method] })
  }
  return found
}
