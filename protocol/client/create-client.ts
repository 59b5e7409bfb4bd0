/** The typed client for endpoint values, for browser and Node. Refusals and network errors are results; it does not throw for them. */
import type { Endpoint } from "../http/endpoint.ts"
import type { Fault } from "../refusals.ts"
import type { NoAnswer, Refused, RequestOptionsOf, ResultOf } from "./ask.ts"

const TIMEOUT_MS = 8_000

export interface ClientOptions {
  /** `http://box.local:8080`, or empty for the page's own origin. */
  readonly baseUrl: string
  /** API key or device key; null before there is one. */
  readonly key: string | null
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

/** Overrides the client's timeout for one request. */
export interface ClientTimeouts {
  readonly timeoutMs: number
}

export interface Client {
  call<const E extends Endpoint>(
    endpoint: E,
    options: RequestOptionsOf<E>,
    timeouts?: ClientTimeouts,
  ): Promise<ResultOf<E>>
}

export function createClient(client: ClientOptions): Client {
  return {
    call: async <const E extends Endpoint>(endpoint: E, options: RequestOptionsOf<E>, timeouts?: ClientTimeouts) =>
      // The cast is safe because the server's tests check its answers against the same schema.
      (await exchange({ ...client, ...timeouts }, endpoint, options as RequestOptions)) as ResultOf<E>,
  }
}

interface RequestOptions {
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

async function exchange(
  client: ClientOptions,
  endpoint: Endpoint,
  options: RequestOptions,
): Promise<Success | Refused | NoAnswer> {
  const send = client.fetch ?? globalThis.fetch
  const url = urlOf(client.baseUrl, endpoint, options)
  const signal = AbortSignal.timeout(client.timeoutMs ?? TIMEOUT_MS)
  try {
    const response = await send(url, requestOf(client, endpoint, options.body, signal))
    return read(response.status, await response.text(), Object.fromEntries(response.headers))
  } catch {
    return { ok: false, offline: true, why: signal.aborted ? "timeout" : "unreachable" }
  }
}

function requestOf(
  { key }: ClientOptions,
  { method, body: hasBody }: Endpoint,
  body: unknown,
  signal: AbortSignal,
): RequestInit {
  return {
    method,
    signal,
    headers: {
      Accept: "application/json",
      ...(key !== null && { "x-api-key": key }),
      ...(hasBody && { "Content-Type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  }
}

/** `text` is empty for a success without a body. */
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

/** The URL with parameters and query. Throws a TypeError for a missing parameter, which is a bug of the caller. */
function urlOf(baseUrl: string, { name, path }: Pick<Endpoint, "name" | "path">, values: RequestOptions): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = values.params?.[key]
    if (value === undefined || value === "") throw new TypeError(`${name} needs the parameter ${key}`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values.query ?? {})) {
    if (value !== undefined) query.set(key, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ""
  return `${baseUrl.replace(/\/$/, "")}${filled}${search}`
}
