/** Bodies drawn from an endpoint's own schema: such as it takes, and such as it must not. */
import fc from "fast-check"
import type { TSchema } from "typebox"
import { createValidator, unstorable } from "../../runtime/validate.ts"
import { STORE } from "../kit/hub.ts"

interface Read {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Read[]
  readonly allOf?: readonly Read[]
  readonly properties?: Readonly<Record<string, Read>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly items?: Read
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
}

const ENTRIES_MAX = 3
const LETTERS_MAX = 30
const EXTRA_KEYS = ["x", "extra", "nota", "__proto__", "constructor"]
/** What the demo knows: with it a body comes past the first look-up. */
const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  storeId: [STORE],
  vendorId: ["acme.ec.quito"],
  currency: ["USD"],
  currencyCode: ["USD"],
  currency_code: ["USD"],
  channel: ["POS", "WEB", "GLOVO"],
  code: ["UIO-001", "TOTAL", "cash"],
  productId: ["p-burger"],
  methodCode: ["LINK", "CASH"],
  businessDayDate: ["2026-11-21"],
  amount: [0, 6.5, "6.5000"],
}
const MOMENTS = [
  "2026-11-21T18:00:00.000Z",
  "2026-11-21T13:00:00-05:00",
  "1970-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
]

const validator = createValidator()

export function goodBodies(schema: TSchema): fc.Arbitrary<unknown> {
  return draw(schema as Read).filter((body) => unstorable(body) === null && validator.check(schema, body).length === 0)
}

/** A good body in which one value was put out of place: what the schema says of it is what the endpoint must say. */
export function badBodies(schema: TSchema, good: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(good)
  const odd = fc.oneof(
    fc.constantFrom<unknown>(null, -1, 1e21, "", " ", [], {}, true, "\ud800", "x".repeat(70_000), [[[]]]),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(GONE),
  )
  return fc
    .tuple(fc.constantFrom(...places), odd)
    .map(([place, value]) => withValue(good, place, value))
    .filter((body) => unstorable(body) !== null || validator.check(schema, body).length > 0)
}

function draw(schema: Read, name = ""): fc.Arbitrary<unknown> {
  const plain = drawPlain(schema)
  const known = KNOWN[name]
  return known ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, plain) : plain
}

function drawPlain(schema: Read): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => draw(one)))
  if (schema.allOf) return fc.tuple(...schema.allOf.map((one) => draw(one))).map((all) => Object.assign({}, ...all))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => drawPlain({ ...schema, type })))
  if (schema.type === "object") return drawObject(schema)
  if (schema.type === "array") return drawList(schema)
  if (schema.type === "integer" || schema.type === "number") return numberWithin(schema)
  if (schema.type === "boolean") return fc.boolean()
  if (schema.type === "null") return fc.constant(null)
  return schema.type === "string" ? drawText(schema) : fc.jsonValue({ maxDepth: 2 })
}

function drawObject({ properties = {}, required = [], minProperties = 0 }: Read): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, draw(inner, key)]))
  const own = fc.record(fields, { requiredKeys: [...required] })
  const isFree = Object.keys(properties).length === 0
  const extra = fc.dictionary(fc.constantFrom(...EXTRA_KEYS), fc.jsonValue({ maxDepth: 1 }), {
    minKeys: minProperties,
    maxKeys: isFree ? ENTRIES_MAX : 1,
  })
  return fc.tuple(own, extra).map(([fields, more]) => ({ ...more, ...fields }))
}

function drawList({ items = {}, minItems = 0, maxItems = ENTRIES_MAX }: Read): fc.Arbitrary<unknown> {
  return fc.array(draw(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, ENTRIES_MAX)) })
}

function numberWithin({ type, minimum, maximum = 1e12, exclusiveMinimum }: Read): fc.Arbitrary<unknown> {
  const min = minimum ?? exclusiveMinimum ?? -1e12
  const whole = fc.integer({ min: Math.max(Math.ceil(min), -(2 ** 40)), max: Math.min(Math.floor(maximum), 2 ** 40) })
  const edges = [min, maximum, Math.max(min, 0)].filter((edge) => type === "number" || Number.isInteger(edge))
  const cents = whole.map((n) => (type === "number" ? n / 100 : n))
  return fc.oneof(whole, cents, fc.constantFrom(...edges))
}

function drawText({ format, pattern, minLength = 0, maxLength = LETTERS_MAX }: Read): fc.Arbitrary<unknown> {
  if (format === "uuid") return fc.uuid()
  if (format === "date") return fc.constantFrom("2026-11-21", "2026-11-20", "0001-01-01", "9999-12-31", "2024-02-29")
  if (format === "date-time") return fc.constantFrom(...MOMENTS)
  if (format === "email") return fc.constantFrom("somebody@acme.test", "a+b@acme.test")
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"))
  const most = Math.max(minLength, Math.min(maxLength, LETTERS_MAX))
  const short = fc.string({ unit: "grapheme", minLength, maxLength: most })
  return fc.oneof({ weight: 4, arbitrary: short }, fc.constant("ñ".repeat(Math.min(maxLength, 5_000))))
}

type Place = readonly string[]
const GONE = Symbol("left out")

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))]
}

function withValue(whole: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value === GONE ? null : value
  const inner = (whole as Record<string, unknown>)[key]
  const next = rest.length === 0 ? value : withValue(inner, rest, value)
  if (Array.isArray(whole))
    return next === GONE ? whole.filter((_, n) => `${n}` !== key) : whole.with(Number(key), next)
  const others = Object.entries(whole as object).filter(([other]) => other !== key)
  return Object.fromEntries(next === GONE ? others : [...others, [key, next]])
}
