/** A typed client made from endpoint values; runs in browser and Node, and never throws for what can be expected. */
import type { Endpoint } from "../http/endpoint.ts"
import type { Fault } from "../refusals.ts"
import type { NoAnswer, Refused, RequestOptionsOf, ResultOf } from "./ask.ts"
import { urlOf } from "./url.ts"

const TIMEOUT_MS = 8_000

export interface ClientOptions {
  /** `http://box.local:8080`, or empty for the page's own origin. */
  readonly baseUrl: string
  /** API key or device key; null where there is none yet. */
  readonly key: string | null
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

/** For one request that is worth less waiting than the others, or more. */
export interface ClientTimeouts {
  readonly timeoutMs: number
}

export interface Client {
  call<const E extends Endpoint>(endpoint: E, ask: RequestOptionsOf<E>, patience?: ClientTimeouts): Promise<ResultOf<E>>
}

export function createClient(options: ClientOptions): Client {
  return {
    call: async <const E extends Endpoint>(endpoint: E, ask: RequestOptionsOf<E>, patience?: ClientTimeouts) =>
      // The shape is the endpoint's word: the server holds it with the same schema.
      (await exchange({ ...options, ...patience }, endpoint, ask as Ask)) as ResultOf<E>,
  }
}

interface Ask {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface Success {
  readonly ok: true
  readonly status: number
  readonly data: unknown
  readonly requestId: string | null
  readonly headers: Readonly<Record<string, string>>
}

async function exchange(options: ClientOptions, endpoint: Endpoint, ask: Ask): Promise<Success | Refused | NoAnswer> {
  const send = options.fetch ?? globalThis.fetch
  const url = urlOf(options.baseUrl, endpoint, ask)
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    const response = await send(url, requestOf(options, endpoint, ask, signal))
    return read(response.status, await response.text(), Object.fromEntries(response.headers))
  } catch {
    return { ok: false, offline: true, why: signal.aborted ? "timeout" : "unreachable" }
  }
}

function requestOf({ key }: ClientOptions, { method, body }: Endpoint, ask: Ask, signal: AbortSignal): RequestInit {
  return {
    method,
    signal,
    headers: {
      Accept: "application/json",
      ...(key !== null && { "x-api-key": key }),
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(ask.body) }),
  }
}

/** `text` is empty where the endpoint answers without a body. */
function read(status: number, text: string, headers: Success["headers"]): Success | Refused | NoAnswer {
  const requestId = headers["x-request-id"] ?? null
  const succeeded = status >= 200 && status < 300
  if (succeeded && text === "") return { ok: true, status, data: null, requestId, headers }
  const body = parse(text)
  if (succeeded && body?.success === true) return { ok: true, status, data: body.data, requestId, headers }
  if (succeeded || typeof body?.error !== "string") return { ok: false, offline: true, why: "garbled" }
  return {
    ok: false,
    offline: false,
    status,
    refused: body.error,
    message: String(body.message ?? ""),
    details: Array.isArray(body.details) ? (body.details as Fault[]) : [],
    data: isObject(body.data) ? body.data : {},
    requestId,
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
