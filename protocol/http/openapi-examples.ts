/** What the reference shows of an operation: how it is asked, what it answered when a test asked it, and each refusal as it looks. */
import type { TSchema } from "typebox"
import { REFUSALS, type RefusalCode } from "../refusals.ts"
import { sampleOf } from "../shapes/sample-shape.ts"
import type { Endpoint } from "./endpoint.ts"
import type { Answered } from "./envelopes.ts"
import { type Family, familyOf } from "./families.ts"
import answers from "./recorded-answers.json" with { type: "json" }

type Json = Record<string, unknown>

/** The answers that test/contract/examples.test.ts got, by operation and status; it holds them against what is answered today. */
export const RECORDED: Readonly<Record<string, unknown>> = answers

/** A body that succeeds on the demo's data where a test has asked it; else what its shape says. */
export function bodyExample({ name, example, body }: Endpoint): unknown {
  if (example !== undefined || !body) return example
  const made = sampleOf(body, { name, extent: "needed" })
  return Object.keys(Object(made)).length > 0 ? made : sampleOf(body, { name })
}

export function answerExample(value: Endpoint, status: string, schema: TSchema): unknown {
  const recorded = RECORDED[`${value.name} ${status}`]
  if (recorded !== undefined) return recorded
  const answered: Answered = {
    status: Number(status),
    method: value.method,
    pathname: value.path,
    durationMs: 12,
    traceId: "req-1",
  }
  return familyOf(value.family).wrap(sampleOf(schema, { name: value.name }), answered)
}

/** Of a parameter that must be sent. */
export function parameterExample(name: string, schema: TSchema): unknown {
  return sampleOf(schema, { name })
}

/** Each code as the family writes it, named by the code. */
export function refusalExamples(family: Family, codes: readonly RefusalCode[]): Record<string, Json> {
  return Object.fromEntries(
    codes.map((code) => {
      const details = code === "VALIDATION_ERROR" && { details: [{ path: "createdAt", message: "is required" }] }
      return [code, { value: family.error({ refused: code, message: REFUSALS[code].action, ...details }) }]
    }),
  )
}
