/** Examples in the reference: an operation's request, an answer that a test recorded, and each refusal. */
import type { TSchema } from "typebox"
import { REFUSALS, type RefusalCode } from "../refusals.ts"
import { sampleOf } from "../shapes/sample-shape.ts"
import type { Endpoint } from "./endpoint.ts"
import type { Answered } from "./envelopes.ts"
import { type Family, familyOf } from "./families.ts"
import answers from "./recorded-answers.json" with { type: "json" }

type Json = Record<string, unknown>

/** Answers by operation and status. test/contract/examples.test.ts records them and compares them with today's. */
export const RECORDED: Readonly<Record<string, unknown>> = answers

/** The endpoint's tested example, or a sample made from the body's schema. */
export function bodyExample({ name, example, body }: Endpoint): unknown {
  if (example !== undefined || !body) return example
  const sample = sampleOf(body, { name, extent: "needed" })
  return Object.keys(Object(sample)).length > 0 ? sample : sampleOf(body, { name })
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

export function parameterExample(name: string, schema: TSchema): unknown {
  return sampleOf(schema, { name })
}

/** One example per code, written in the family's envelope. */
export function refusalExamples(family: Family, codes: readonly RefusalCode[]): Record<string, Json> {
  return Object.fromEntries(
    codes.map((code) => {
      const details = code === "VALIDATION_ERROR" && { details: [{ path: "createdAt", message: "is required" }] }
      return [code, { value: family.error({ refused: code, message: REFUSALS[code].action, ...details }) }]
    }),
  )
}
