/** Checks values against the contract's schemas with ajv and says every fault with its path, in a person's words. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import type { TSchema } from "typebox"
import type { Fault } from "../protocol/refusals.ts"
import { isDate, isMoment } from "../protocol/time.ts"

const FAULTS_MAX = 50
const DEPTH_MAX = 64
/** More than the largest order holds; a mebibyte of empty objects would cost the validator half a gigabyte of faults. */
const VALUES_MAX = 50_000

export interface Validator {
  /** The faults of a body, without changing it. */
  check(schema: TSchema, value: unknown): Fault[]
  /** The faults of path or query values; texts are turned into the numbers and booleans that the schema asks for. */
  coerce(schema: TSchema, value: unknown): Fault[]
}

type Compile = (schema: TSchema) => ValidateFunction

/** Schemas are constants and compiling one takes far longer than checking with it: a process compiles each once, however many validators it makes. */
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
 * What is no body of ours, whatever its schema: texts that no database stores as they came (NUL, half of a surrogate pair), nesting
 * and numbers of values beyond any real one. To be asked before `check`, which would list every fault of it.
 */
export function unstorable(value: unknown): Fault | null {
  return look(value, { path: "", depth: 0 }, { seen: 0 })
}

function look(value: unknown, { path, depth }: { path: string; depth: number }, count: { seen: number }): Fault | null {
  count.seen += 1
  if (count.seen > VALUES_MAX) return { path: "", message: `holds more than ${VALUES_MAX} values` }
  if (depth > DEPTH_MAX) return { path, message: `is nested deeper than ${DEPTH_MAX} levels` }
  if (typeof value === "string") return isStorable(value) ? null : { path, message: ODD_TEXT }
  if (typeof value !== "object" || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return { path: join(path, "(key)"), message: ODD_TEXT }
    const fault = look(inner, { path: join(path, key), depth: depth + 1 }, count)
    if (fault) return fault
  }
  return null
}

const ODD_TEXT = "contains a NUL character or half of a surrogate pair"

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed()
}

/** V8 optimises what is run often, so ajv need not; and the schemas are ours, so nobody has to check them against the meta-schema. */
const QUICK = { code: { optimize: false }, validateSchema: false } as const

function compiler(options: { coerceTypes: boolean }): Compile {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, ...QUICK, ...options })
  addFormats.default(ajv)
  // The usual formats let a leap second and the offset +05 pass, which no clock of ours can read.
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
      // What may be null besides is told of as if it had to be there: one line for each fault, and none of a null nobody sent.
      if (byPath.get(fault.path)?.message === NOT_NULL) byPath.delete(fault.path)
      continue
    }
    // A union reports each of its branches; its own line, which comes last, is the one a person can use.
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
