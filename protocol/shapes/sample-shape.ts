/** Makes an example value for a schema. Fields get the sample of their name, so that all examples show the same store and order. */
import type { TSchema } from "typebox"
import { SAMPLE_DAY, SAMPLE_NOW, SAMPLE_WORDS } from "./sample-words.ts"

/** `needed`: only required fields, for requests. `all`: every field, for answers. */
type SampleExtent = "needed" | "all"

interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly format?: string
  readonly pattern?: string
  readonly minProperties?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** The field of a value, and the field of the object around it (`within`). */
interface Place {
  readonly name: string
  readonly within: string
  readonly extent: SampleExtent
}

/** For UUID fields without a sample. */
const UUID = "01a1ff43-dd00-735f-a08f-4e42d0f8c299"
/** Candidates for fields with a pattern: a word, amounts, codes, times, versions, a URL, a key id, a signature. */
const FITTING = [
  ...["sample", "65000", "6.5000", "USD", "EC", "evt_4f1c09ab77d2", "04:00", "10:00-22:00", "-05:00", "4711"],
  ...["1.2.0", "linux-x64", "acme.ec.quito", "https://acme.example", "2f9c04b7d1e85a36", `${"Qm9x".repeat(21)}Qg==`],
]

export function sampleOf(
  schema: TSchema,
  { name = "", extent = "all" }: { name?: string; extent?: SampleExtent } = {},
) {
  return makeExample(schema as Shape, { name, within: "", extent })
}

function makeExample(shape: Shape, place: Place): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum.find((word) => word === wordFor(place)) ?? shape.enum[0]
  if (shape.anyOf) return makeExample(firstNonNull(shape.anyOf), place)
  if (shape.type === "object") return objectOf(shape, place)
  if (shape.type === "array") return shape.items ? [makeExample(shape.items, place)] : []
  if (shape.type === "string") return textOf(shape, place)
  if (shape.type === "integer" || shape.type === "number") return numberOf(shape, place)
  if (shape.type === "boolean") return wordFor(place) ?? true
  return null
}

/** The first alternative that is not null. */
function firstNonNull(shapes: readonly Shape[]): Shape {
  return shapes.find(({ type, const: only }) => type !== "null" && only !== null) ?? shapes[0] ?? {}
}

/** Free-form objects are empty, unless they need a property. */
function objectOf({ properties = {}, required = [], minProperties = 0 }: Shape, { name, extent }: Place): object {
  if (Object.keys(properties).length === 0) return minProperties > 0 ? { id: "1" } : {}
  const shown = Object.entries(properties).filter(([key]) => extent === "all" || required.includes(key))
  return Object.fromEntries(shown.map(([key, shape]) => [key, makeExample(shape, { name: key, within: name, extent })]))
}

function wordFor({ name, within }: Place): string | number | boolean | undefined {
  return SAMPLE_WORDS[`${within}.${name}`] ?? SAMPLE_WORDS[name]
}

function textOf(shape: Shape, place: Place): string {
  const { format, pattern } = shape
  const word = wordFor(place)
  if (typeof word === "string" && fits(word, shape)) return word
  if (format === "uuid") return UUID
  if (format === "date-time") return SAMPLE_NOW
  if (format === "date") return SAMPLE_DAY
  if (format === "email") return "ana@example.com"
  if (pattern !== undefined) return FITTING.find((text) => new RegExp(pattern).test(text)) ?? "sample"
  return place.name.padEnd(shape.minLength ?? 0, "…").slice(0, shape.maxLength)
}

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function fits(word: string, { format, pattern, minLength = 0, maxLength = word.length }: Shape): boolean {
  if (format === "uuid") return UUID_FORM.test(word)
  if (format !== undefined) return format === "email" && word.includes("@")
  return word.length >= minLength && word.length <= maxLength && (!pattern || new RegExp(pattern).test(word))
}

function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, type }: Shape, place: Place): number {
  const word = wordFor(place)
  const preferred = typeof word === "number" && (type === "number" || Number.isInteger(word)) ? word : 1
  return word === undefined || preferred < 0
    ? Math.max(preferred, minimum)
    : Math.min(Math.max(preferred, minimum), maximum)
}
