/** The envelopes: how each generation of the API writes a success and a refusal on the wire (docs/contract/conventions.md#errors). */
import type { TSchema } from "typebox"
import { REFUSALS, type Refusal, type RefusalCode } from "../refusals.ts"
import { Threshold } from "../shapes/cancellation.ts"
import { notPersonal } from "../shapes/privacy.ts"

/** Facts about the request that some envelopes repeat in the answer. */
export interface Answered {
  readonly status: number
  readonly method: string
  readonly pathname: string
  readonly durationMs: number
  readonly traceId: string
}

type JsonSchema = Record<string, unknown>

export interface Envelope {
  readonly wrap: (data: unknown, answered: Answered) => unknown
  readonly error: (refusal: Refusal) => unknown
  readonly status: (refusal: Refusal) => number
  /** JSON Schema of a refusal's body, for the reference. */
  readonly errorSchema: (codes: readonly RefusalCode[]) => JsonSchema
}

/** A made-up request, so that the envelope shows which facts it repeats. */
const PLACEHOLDER: Answered = { status: 0, method: "", pathname: "", durationMs: 0, traceId: "" }

/** The schema of an answer in its envelope. It wraps the schema itself, then describes the fields that the envelope added. */
export function wrapSchema({ wrap }: Pick<Envelope, "wrap">, schema: TSchema): TSchema {
  const envelope = wrap(schema, PLACEHOLDER) as JsonSchema
  if (envelope === schema) return schema
  const properties = Object.fromEntries(
    Object.entries(envelope).map(([key, inner]) => [key, inner === schema ? schema : shapeOf(inner)]),
  )
  return { type: "object", required: Object.keys(properties), properties }
}

function shapeOf(value: unknown): JsonSchema {
  return typeof value === "boolean" ? { const: value } : { type: typeof value }
}

const FAULTS: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["path", "message"],
    properties: { path: { type: "string" }, message: { type: "string" } },
  },
}

/** What a refusal says beside its message: Brasa's own facts about the case. */
const FACTS: JsonSchema = notPersonal({ type: "object" })

/** `{success, data}` and `{success, error, message, details?, data?}`. */
export const CORE_ENVELOPE: Envelope = {
  wrap: (data) => ({ success: true, data }),
  error: ({ refused, message, details, data }) => ({
    success: false,
    error: refused,
    message,
    ...(details && { details }),
    ...(data && { data }),
  }),
  status: ({ refused }) => REFUSALS[refused].status,
  errorSchema: (codes) => ({
    type: "object",
    required: ["success", "error", "message"],
    properties: {
      success: { const: false },
      error: { type: "string", enum: codes },
      message: { type: "string" },
      details: FAULTS,
      data: FACTS,
    },
  }),
}

/** A success without an envelope; refusals like the core's. */
export const BARE_ENVELOPE: Envelope = { ...CORE_ENVELOPE, wrap: (data) => data }

/** Fields of a cancellation's rejection that stand at the top level; other data stays in `data`. */
const REJECTION_KEYS = ["reasonDetail", "threshold", "resolvedFrom"] as const

/** The core envelope, with the answer's `message` repeated at the top level, and a refusal's code in `code` and `error` (docs/contract/cancellation.md#rejection). */
export const PARTNER_ENVELOPE: Envelope = {
  wrap: (data) => ({ success: true, ...(messageOf(data) !== undefined && { message: messageOf(data) }), data }),
  error: ({ refused, message, details, data = {} }) => {
    const rejection = REJECTION_KEYS.filter((key) => data[key] !== undefined).map((key) => [key, data[key]])
    const rest = Object.entries(data).filter(([key]) => !REJECTION_KEYS.some((known) => known === key))
    return {
      success: false,
      code: refused,
      error: refused,
      message,
      ...(details && { details }),
      ...Object.fromEntries(rejection),
      ...(rest.length > 0 && { data: Object.fromEntries(rest) }),
    }
  },
  status: CORE_ENVELOPE.status,
  errorSchema: (codes) => ({
    type: "object",
    required: ["success", "code", "error", "message"],
    properties: {
      success: { const: false },
      code: { type: "string", enum: codes },
      error: { type: "string", enum: codes },
      message: { type: "string" },
      details: FAULTS,
      reasonDetail: { type: "string" },
      threshold: Threshold,
      resolvedFrom: FACTS,
      data: FACTS,
    },
  }),
}

/** The `message` of an answer. The reference passes the answer's schema instead, and gets "" if that has a `message`. */
function messageOf(data: unknown): unknown {
  const { message, properties } = data as { message?: unknown; properties?: { message?: unknown } }
  return message ?? (properties?.message && "")
}

/** A success without an envelope; a refusal is `{error: {code, message}}` with the code in lower case (docs/contract/cash.md#cash-reconciliations-version-1). */
export const CASH_ENVELOPE: Envelope = {
  wrap: (data) => data,
  error: ({ refused, message }) => ({ error: { code: refused.toLowerCase(), message } }),
  status: CORE_ENVELOPE.status,
  errorSchema: (codes) => ({
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message"],
        properties: {
          code: { type: "string", enum: codes.map((code) => code.toLowerCase()) },
          message: { type: "string" },
        },
      },
    },
  }),
}

const LEGACY_INVALID = { code: "invalid_type", status: 422, title: "Validation error" }

/**
 * `{data, status, method, pathname, duration, traceId, isArray}` and `{status, errors {status, code, title, detail}, message, code,
 * moreInfo?}`. A wrong field is a 422; an unreadable body is a 400, as in every family.
 */
export const LEGACY_ENVELOPE: Envelope = {
  wrap: (data, { status, method, pathname, durationMs, traceId }) => ({
    data,
    status,
    method,
    pathname,
    duration: durationMs,
    traceId,
    isArray: Array.isArray(data),
  }),
  error: (refusal) => {
    const { code, status, title } = legacyFault(refusal)
    const moreInfo = refusal.details ?? refusal.data
    return {
      status,
      errors: { status, code, title, detail: refusal.message },
      message: refusal.message,
      code: refusal.refused,
      ...(moreInfo && { moreInfo }),
    }
  },
  status: (refusal) => legacyFault(refusal).status,
  errorSchema: (codes) => ({
    type: "object",
    required: ["status", "errors", "message", "code"],
    properties: {
      status: { type: "integer" },
      errors: {
        type: "object",
        required: ["status", "code", "title", "detail"],
        properties: {
          status: { type: "integer" },
          code: { type: "string" },
          title: { type: "string" },
          detail: { type: "string" },
        },
      },
      message: { type: "string" },
      code: { type: "string", enum: codes },
      moreInfo: { anyOf: [FAULTS, FACTS] },
    },
  }),
}

/** A success without an envelope; refusals like the legacy family's. */
export const BARE_LEGACY_ENVELOPE: Envelope = { ...LEGACY_ENVELOPE, wrap: (data) => data }

function legacyFault({ refused, details }: Refusal): { code: string; status: number; title: string } {
  if (refused === "VALIDATION_ERROR" && details) return LEGACY_INVALID
  const { status } = REFUSALS[refused]
  if (status === 400) return { code: "custom", status, title: "Bad request" }
  return { code: refused.toLowerCase(), status, title: titleOf(refused) }
}

/** `ORDER_NOT_OPEN` → `Order not open`. */
function titleOf(code: RefusalCode): string {
  const words = code.toLowerCase().replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}
