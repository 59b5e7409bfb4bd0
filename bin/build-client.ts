/** Builds the published TypeScript client from the endpoint values: operations, types and code. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { envelopeOf } from "../protocol/events/envelope.ts"
import { EVENTS } from "../protocol/events/event-table.ts"
import type { Endpoint } from "../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../protocol/http/endpoints.ts"
import { familyOf, refusalsOf, takesIdempotencyKey } from "../protocol/http/families.ts"
import { type Schema, typeOf } from "./type-of-schema.ts"

const FOLDER = fileURLToPath(new URL("../clients/typescript", import.meta.url))
/** The client has only an API key, so it omits families with other credentials. */
const OMITTED_FAMILIES = ["legacy", "login", "olderLogin", "enrolment", "provider"]
const PLACEHOLDER = { status: 0, method: "", pathname: "", durationMs: 0, traceId: "" }

const all: Endpoint[] = Object.values(HUB_ENDPOINTS)
const published = all.filter(({ family }) => !OMITTED_FAMILIES.includes(family))

function entryOf(values: readonly Endpoint[]): string {
  const operations = values.map((value) => [
    value.name,
    {
      method: value.method,
      path: value.path,
      query: propertiesOf(value.query),
      body: value.body !== undefined,
      wrapped: familyOf(value.family).wrap("data", PLACEHOLDER) !== "data",
    },
  ])
  return `import { createCalls } from "./client.ts"
export { isEvent, verifyEvent } from "./client.ts"
const OPERATIONS = ${JSON.stringify(Object.fromEntries(operations))}
export const createBrasa = (options) => createCalls(OPERATIONS, options)
`
}

function propertiesOf(schema: Endpoint["query"]): string[] {
  return Object.keys((schema as Schema | undefined)?.properties ?? {})
}

function typesOf(values: readonly Endpoint[]): string {
  const calls = [...byGroup(values)].map(
    ([group, members]) => `  readonly ${group}: {\n${members.map(callOf).join("\n")}\n  }`,
  )
  const events = Object.entries(EVENTS).map(
    ([type, { version, data }]) => `  | ${typeOf(envelopeOf(type, version, data) as Schema)}`,
  )
  return `${HEAD}
/** An event as it is sent; the type of \`data\` depends on \`event.type\`. */
export type BrasaEvent =
${events.join("\n")}

export interface Brasa {
${calls.join("\n")}
}
`
}

function callOf(value: Endpoint): string {
  const { name, summary, params, query, body, replies } = value
  const parts = [params, query].flatMap((schema) => (schema ? [typeOf(schema as Schema)] : []))
  if (body) parts.push(`{ body: ${typeOf(body as Schema)} }`)
  if (takesIdempotencyKey(value)) parts.push("{ idempotencyKey?: string }")
  const optional = !params && !body && !isNeeded(query)
  const data = [...new Set(Object.values(replies).map((schema) => (schema ? typeOf(schema as Schema) : "null")))]
  const codes = refusalsOf(value).map((code) => JSON.stringify(code))
  const parameter = parts.length === 0 ? "" : `ask${optional ? "?" : ""}: ${parts.join(" & ")}`
  const verb = name.split(".")[1]
  return `    /** ${summary} */\n    ${verb}(${parameter}): Promise<Answer<${data.join(" | ")}, ${codes.join(" | ")}>>`
}

function isNeeded(query: Endpoint["query"]): boolean {
  return ((query as Schema | undefined)?.required ?? []).length > 0
}

const HEAD = `/** Generated from the endpoint values of Brasa; do not edit. */
export interface BrasaOptions {
  /** The hub's address, or a box's. */
  readonly baseUrl: string
  readonly key: string
  /** Default 10 s. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

export interface Success<Data> {
  readonly ok: true
  readonly status: number
  readonly data: Data
  readonly requestId: string | null
}

/** The server refused; nothing was changed. \`code\` may be one that this build does not know. */
export interface Refused<Code extends string> {
  readonly ok: false
  readonly offline: false
  readonly status: number
  readonly code: Code | (string & {})
  readonly message: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
  readonly data: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null
}

/** No readable answer. It is unknown whether the request took effect, so only the same request may be repeated. */
export interface NoAnswer {
  readonly ok: false
  readonly offline: true
  readonly why: "unreachable" | "timeout" | "garbled"
}

export type Answer<Data, Code extends string> = Success<Data> | Refused<Code> | NoAnswer

export declare function createBrasa(options: BrasaOptions): Brasa

/** Returns the event if it is signed with this secret, else null. \`raw\` is the unparsed body. */
export declare function verifyEvent(
  raw: Uint8Array | string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
): Promise<BrasaEvent | null>

/** Whether the event is of this type; narrows the type of \`data\`. */
export declare function isEvent<const Type extends BrasaEvent["event"]["type"]>(
  event: BrasaEvent | null,
  type: Type,
): event is Extract<BrasaEvent, { event: { type: Type } }>
`

function byGroup(values: readonly Endpoint[]): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>()
  for (const value of values) {
    const group = value.name.split(".")[0] ?? ""
    groups.set(group, [...(groups.get(group) ?? []), value])
  }
  return groups
}

mkdirSync(join(FOLDER, "dist"), { recursive: true })
writeFileSync(join(FOLDER, "dist", "index.d.ts"), typesOf(published))
await build({
  stdin: { contents: entryOf(published), resolveDir: FOLDER, loader: "ts" },
  outfile: join(FOLDER, "dist", "index.js"),
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  logLevel: "warning",
})
