/** One hostile request: what it sends, and what it may be answered. */
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import type { RawRequest } from "./send-raw.ts"

export interface Target {
  readonly value: Endpoint
  readonly path: string
  /** The credential, and what else its family asks for. */
  readonly headers: Readonly<Record<string, string>>
  /** A body that the endpoint takes; undefined where it has none. */
  readonly body: unknown
}

/**
 * `refused`: with a refusal that the endpoint documents for a bad body, and nothing is written. `not HTTP`: by the server's own 400 or
 * 431, before any endpoint. `data`: it may be taken, for it may be data; if not, by a refusal that the endpoint documents. `too slow`: with the
 * documented refusal of what never arrives whole, and nothing is written.
 */
export type Outcome = "refused" | "not HTTP" | "data" | "too slow"

export interface Attack {
  readonly kind: string
  readonly target: Target
  readonly outcome: Outcome
  /** Made when it is sent: some of them are large. */
  readonly make: () => RawRequest
  /** The caller is gone before it could be answered. */
  readonly hangUp?: boolean
}

export type Headers = readonly (readonly [name: string, value: string])[]

const JSON_TYPE = "application/json"

/** The target's own request with another body, and headers beside or instead of its own. */
export function withBody(target: Target, body: Uint8Array | string, more: Headers = []): RawRequest {
  const bytes = typeof body === "string" ? Buffer.from(body) : body
  const said = new Set(more.map(([name]) => name))
  const own = Object.entries({ "content-type": JSON_TYPE, "content-length": `${bytes.length}`, ...target.headers })
  const framed = said.has("transfer-encoding") ? new Set([...said, "content-length"]) : said
  const headers = [...own.filter(([name]) => !framed.has(name)), ...more]
  return { method: target.value.method, path: target.path, headers, body: bytes }
}

export function textOf({ body }: Target): string {
  return body === undefined ? "" : JSON.stringify(body)
}
