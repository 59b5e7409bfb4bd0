/** A body that a schema takes, made from the schema alone: what hostile bodies begin from, so that they come further than its door. */
import type { TSchema } from "typebox"

/** What typebox writes, as far as our bodies use it. */
interface Read {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Read[]
  readonly properties?: Readonly<Record<string, Read>>
  readonly minProperties?: number
  readonly items?: Read
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly format?: string
  readonly pattern?: string
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d5e",
  "date-time": "2026-11-21T18:00:00.000Z",
  date: "2026-11-21",
  email: "somebody@acme.test",
}
/** One of these has every pattern's form. */
const TEXTS = ["sample", "6.5", "USD", "1234", "1.0.0", "linux-x64", "2026-11-21", "a1b2c3d4e5f60718293a4b5c", "A1"]

export function sampleOf(schema: TSchema): unknown {
  return make(schema as Read)
}

function make(schema: Read): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return make(schema.anyOf[0] ?? {})
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === "object" && schema.minProperties) return { sample: "sample" }
  if (type === "object") {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, make(inner)]))
  }
  if (type === "array") return Array.from({ length: schema.minItems ?? 1 }, () => make(schema.items ?? {}))
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1)
  if (type === "boolean") return false
  if (type === "null") return null
  return textOf(schema)
}

function textOf({ format, pattern, minLength = 0 }: Read): string {
  if (format) return BY_FORMAT[format] ?? "sample"
  const form = pattern === undefined ? /^/ : new RegExp(pattern, "u")
  return (TEXTS.find((text) => form.test(text)) ?? "sample").padEnd(minLength, "x")
}
