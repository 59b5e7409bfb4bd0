/** Converts a JSON Schema to a TypeScript type; unsupported schemas become `unknown`. */

export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema | readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

const SIMPLE_TYPES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
}

export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(" & ")
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type })))
  if (schema.type === "array") return arrayOf(schema)
  if (schema.type === "object") return objectOf(schema)
  return SIMPLE_TYPES[String(schema.type)] ?? "unknown"
}

function unionOf(types: readonly string[]): string {
  const own = [...new Set(types)]
  if (own.includes("unknown")) return "unknown"
  return own.length === 1 ? (own[0] ?? "never") : `(${own.join(" | ")})`
}

function arrayOf({ items }: Schema): string {
  if (items === undefined) return "unknown[]"
  return Array.isArray(items) ? `[${items.map(typeOf).join(", ")}]` : `${typeOf(items as Schema)}[]`
}

function objectOf({ properties, required = [], patternProperties, additionalProperties }: Schema): string {
  if (!properties) {
    const any = Object.values(patternProperties ?? {})[0] ?? additionalProperties
    return `Record<string, ${typeof any === "object" ? typeOf(any) : "unknown"}>`
  }
  const rows = Object.entries(properties).map(
    ([name, schema]) => `${nameOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  )
  return `{ ${rows.join("; ")} }`
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
