/** What the published client does: asks an operation over HTTP, reads its envelope, and verifies events; its types are generated. */

/** An operation as the generated table has it. */
export interface Operation {
  readonly method: string
  /** Parameters as `:orderId`. */
  readonly path: string
  readonly query: readonly string[]
  readonly body: boolean
  /** Its success stands under `data`. */
  readonly wrapped: boolean
}

export type Operations = Readonly<Record<string, Operation>>

export interface BrasaOptions {
  /** The hub's address, or a box's. */
  readonly baseUrl: string
  readonly key: string
  /** 10 s unless said. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

type Ask = Readonly<Record<string, unknown>>
type Call = (ask?: Ask) => Promise<object>

const TIMEOUT_MS = 10_000

/** One function for each operation, by room and verb. */
export function createCalls(operations: Operations, options: BrasaOptions): Record<string, Record<string, Call>> {
  const rooms: Record<string, Record<string, Call>> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const [room = "", verb = ""] = name.split(".")
    rooms[room] ??= {}
    rooms[room][verb] = (ask = {}) => call(options, operation, ask)
  }
  return rooms
}

async function call(options: BrasaOptions, operation: Operation, ask: Ask): Promise<object> {
  const url = urlOf(options.baseUrl, operation, ask)
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    const response = await (options.fetch ?? fetch)(url, { ...requestOf(options.key, operation, ask), signal })
    return read(operation, response, await response.text())
  } catch {
    return { ok: false, offline: true, why: signal.aborted ? "timeout" : "unreachable" }
  }
}

function urlOf(baseUrl: string, { path, query }: Operation, ask: Ask): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (ask[name] === undefined || ask[name] === "") throw new TypeError(`${name} is required`)
    return encodeURIComponent(String(ask[name]))
  })
  const asked = query.filter((name) => ask[name] !== undefined).map((name) => [name, String(ask[name])])
  const search = new URLSearchParams(asked)
  return `${baseUrl.replace(/\/$/, "")}${filled}${search.size > 0 ? `?${search}` : ""}`
}

function requestOf(key: string, { method, body }: Operation, ask: Ask): RequestInit {
  const headers: Record<string, string> = { accept: "application/json", "x-api-key": key }
  if (body) headers["content-type"] = "application/json"
  if (typeof ask.idempotencyKey === "string") headers["idempotency-key"] = ask.idempotencyKey
  return { method, headers, ...(body && { body: JSON.stringify(ask.body ?? {}) }) }
}

function read({ wrapped }: Operation, response: Response, text: string): object {
  const { status } = response
  const requestId = response.headers.get("x-request-id")
  const said = parse(text)
  if (response.ok) {
    if (text !== "" && said === null) return { ok: false, offline: true, why: "garbled" }
    return { ok: true, status, data: wrapped ? said?.data : said, requestId }
  }
  const { error } = said ?? {}
  const code = typeof error === "string" ? error : nested(error, "code")?.toUpperCase()
  if (code === undefined) return { ok: false, offline: true, why: "garbled" }
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN)
  return {
    ok: false,
    offline: false,
    status,
    code,
    message: typeof said?.message === "string" ? said.message : (nested(error, "message") ?? ""),
    details: said?.details ?? [],
    data: said?.data ?? {},
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

/** The event if it is signed with this secret, also while a rotation overlaps; null for anything else. `raw` is the body as it came. */
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

/** Whether it is one of this type: narrows what its `data` holds. */
export function isEvent(event: { readonly event: { readonly type: string } } | null, type: string): boolean {
  return event?.event.type === type
}
