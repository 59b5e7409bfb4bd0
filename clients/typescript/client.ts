/** The hand-written part of the published client: calls operations over HTTP, reads envelopes, verifies events. Types are generated. */

/** A row of the generated table. */
export interface Operation {
  readonly method: string
  /** Parameters as `:orderId`. */
  readonly path: string
  readonly query: readonly string[]
  readonly body: boolean
  /** Whether a success has an envelope with `data`. */
  readonly wrapped: boolean
}

export type Operations = Readonly<Record<string, Operation>>

export interface BrasaOptions {
  /** The hub's address, or a box's. */
  readonly baseUrl: string
  readonly key: string
  /** Default 10 s. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

type Parameters = Readonly<Record<string, unknown>>
type Call = (ask?: Parameters) => Promise<object>

const TIMEOUT_MS = 10_000

/** One function per operation: `brasa.orders.get` for `orders.get`. */
export function createCalls(operations: Operations, options: BrasaOptions): Record<string, Record<string, Call>> {
  const groups: Record<string, Record<string, Call>> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const [group = "", verb = ""] = name.split(".")
    groups[group] ??= {}
    groups[group][verb] = (ask = {}) => call(options, operation, ask)
  }
  return groups
}

async function call(options: BrasaOptions, operation: Operation, ask: Parameters): Promise<object> {
  const url = urlOf(options.baseUrl, operation, ask)
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    const response = await (options.fetch ?? fetch)(url, { ...requestOf(options.key, operation, ask), signal })
    return read(operation, response, await response.text())
  } catch {
    return { ok: false, offline: true, why: signal.aborted ? "timeout" : "unreachable" }
  }
}

function urlOf(baseUrl: string, { path, query }: Operation, ask: Parameters): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (ask[name] === undefined || ask[name] === "") throw new TypeError(`${name} is required`)
    return encodeURIComponent(String(ask[name]))
  })
  const sent = query.filter((name) => ask[name] !== undefined).map((name) => [name, String(ask[name])])
  const search = new URLSearchParams(sent)
  return `${baseUrl.replace(/\/$/, "")}${filled}${search.size > 0 ? `?${search}` : ""}`
}

function requestOf(key: string, { method, body }: Operation, ask: Parameters): RequestInit {
  const headers: Record<string, string> = { accept: "application/json", "x-api-key": key }
  if (body) headers["content-type"] = "application/json"
  if (typeof ask.idempotencyKey === "string") headers["idempotency-key"] = ask.idempotencyKey
  return { method, headers, ...(body && { body: JSON.stringify(ask.body ?? {}) }) }
}

function read({ wrapped }: Operation, response: Response, text: string): object {
  const { status } = response
  const requestId = response.headers.get("x-request-id")
  const parsed = parse(text)
  if (response.ok) {
    if (text !== "" && parsed === null) return { ok: false, offline: true, why: "garbled" }
    return { ok: true, status, data: wrapped ? parsed?.data : parsed, requestId }
  }
  const { error } = parsed ?? {}
  const code = typeof error === "string" ? error : nested(error, "code")?.toUpperCase()
  if (code === undefined) return { ok: false, offline: true, why: "garbled" }
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN)
  return {
    ok: false,
    offline: false,
    status,
    code,
    message: typeof parsed?.message === "string" ? parsed.message : (nested(error, "message") ?? ""),
    details: parsed?.details ?? [],
    data: parsed?.data ?? {},
    retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
    requestId,
  }
}

function nested(value: unknown, key: string): string | undefined {
  const found = (Object(value) as Record<string, unknown>)[key]
  return typeof found === "string" ? found : undefined
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

type SentHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the event if it is signed with this secret or, during a rotation, the previous one; else null. `raw` is the unparsed body. */
export async function verifyEvent(
  raw: Uint8Array | string,
  headers: SentHeaders,
  secret: string,
): Promise<object | null> {
  const encode = new TextEncoder()
  const bytes = typeof raw === "string" ? encode.encode(raw) : new Uint8Array(raw)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", encode.encode(secret), algorithm, false, ["verify"])
  for (const name of ["x-service-signature", "x-service-signature-previous"]) {
    const signature = bytesOf(headerOf(headers, name))
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, bytes)))
      return parse(new TextDecoder().decode(bytes))
  }
  return null
}

function headerOf(headers: SentHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ""
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === "string" ? found : (found?.[0] ?? "")
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[0-9a-f]{2}){32}$/i.test(hex)) return null
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Whether the event is of this type. */
export function isEvent(event: { readonly event: { readonly type: string } } | null, type: string): boolean {
  return event?.event.type === type
}
