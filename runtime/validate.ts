/** Validates values against the contract's schemas with ajv, and returns every fault with its path and a readable message. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import type { TSchema } from "typebox"
import type { Fault } from "../protocol/refusals.ts"
import { isDate, isMoment } from "../protocol/time.ts"

const FAULTS_MAX = 50
const DEPTH_MAX = 64
/** More than the largest order has. One MiB of empty objects would make the validator use half a gigabyte for faults. */
const VALUES_MAX = 50_000

export interface Validator {
  /** Faults of a body, which is not changed. */
  check(schema: TSchema, value: unknown): Fault[]
  /** Faults of path or query values. Texts are converted in place to the numbers and booleans of the schema. */
  coerce(schema: TSchema, value: unknown): Fault[]
}

type Compile = (schema: TSchema) => ValidateFunction

/** Shared by all validators of the process, because compiling a schema takes much longer than checking with it. */
let compilers: { readonly strict: Compile; readonly loose: Compile } | undefined

export function createValidator(): Validator {
  compilers ??= { strict: compiler({ coerceTypes: false }), loose: compiler({ coerceTypes: true }) }
  const { strict, loose } = compilers
  return {
    check: (schema, value) => faultsOf(strict(schema), value),
    coerce: (schema, value) => faultsOf(loose(schema), value),
  }
}

/**
 * The fault of a value that no schema allows: texts that a database cannot store (NUL, half of a surrogate pair), too deep nesting, too
 * many values. Call it before `check`, which would list every single fault.
 */
export function unstorable(value: unknown): Fault | null {
  return findUnstorable(value, { path: "", depth: 0 }, { seen: 0 })
}

function findUnstorable(
  value: unknown,
  { path, depth }: { path: string; depth: number },
  count: { seen: number },
): Fault | null {
  count.seen += 1
  if (count.seen > VALUES_MAX) return { path: "", message: `holds more than ${VALUES_MAX} values` }
  if (depth > DEPTH_MAX) return { path, message: `is nested deeper than ${DEPTH_MAX} levels` }
  if (typeof value === "string") return isStorable(value) ? null : { path, message: UNSTORABLE_TEXT }
  if (typeof value !== "object" || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return { path: join(path, "(key)"), message: UNSTORABLE_TEXT }
    const fault = findUnstorable(inner, { path: join(path, key), depth: depth + 1 }, count)
    if (fault) return fault
  }
  return null
}

const UNSTORABLE_TEXT = "contains a NUL character or half of a surrogate pair"

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed()
}

/** Faster compilation: V8 optimises hot code itself, and our own schemas need no check against the meta-schema. */
const QUICK = { code: { optimize: false }, validateSchema: false } as const

function compiler(options: { coerceTypes: boolean }): Compile {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, ...QUICK, ...options })
  addFormats.default(ajv)
  // ajv's own formats allow leap seconds and the offset +05, which `Date.parse` cannot read.
  ajv.addFormat("date-time", isMoment)
  ajv.addFormat("date", isDate)
  const compiled = new WeakMap<TSchema, ValidateFunction>()
  return (schema) => {
    const known = compiled.get(schema)
    if (known) return known
    const fresh = ajv.compile(schema)
    compiled.set(schema, fresh)
    return fresh
  }
}

function faultsOf(validate: ValidateFunction, value: unknown): Fault[] {
  if (validate(value)) return []
  const byPath = new Map<string, Fault>()
  for (const error of validate.errors ?? []) {
    const fault = faultOf(error)
    if (isNullable(error)) {
      // For a nullable field, report the fault of its own type, not "must be null".
      if (byPath.get(fault.path)?.message === NOT_NULL) byPath.delete(fault.path)
      continue
    }
    // A union reports the faults of each branch; its own fault, which comes last, is the readable one.
    if (!byPath.has(fault.path) || error.keyword === "anyOf") byPath.set(fault.path, fault)
    if (byPath.size >= FAULTS_MAX) break
  }
  return [...byPath.values()]
}

const NOT_NULL = "must be null"

function isNullable({ keyword, schema }: ErrorObject): boolean {
  return keyword === "anyOf" && Array.isArray(schema) && schema.length === 2 && schema[1].type === "null"
}

function faultOf(error: ErrorObject): Fault {
  const path = error.instancePath.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~")
  if (error.keyword === "required") return { path: join(path, error.params.missingProperty), message: "is required" }
  if (error.keyword === "enum") return { path, message: `must be one of ${error.params.allowedValues.join(", ")}` }
  if (error.keyword === "anyOf") return { path, message: unionMessage(error) }
  if (error.keyword === "minLength") return { path, message: `must have at least ${error.params.limit} characters` }
  if (error.keyword === "format")
    return { path, message: FORMATS[error.params.format] ?? `must be ${error.params.format}` }
  if (error.keyword === "additionalProperties") {
    return { path: join(path, error.params.additionalProperty), message: "is not allowed" }
  }
  return { path, message: error.message ?? "is invalid" }
}

const FORMATS: Record<string, string> = {
  date: "must be a day, YYYY-MM-DD",
  "date-time": "must be a moment, ISO 8601 with an offset or Z",
  uuid: "must be a UUID",
}

function unionMessage({ parentSchema }: ErrorObject): string {
  const what: unknown = parentSchema?.description
  return typeof what === "string" ? `must be ${what}` : "has none of the allowed forms"
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key
}
