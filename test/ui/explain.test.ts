import { expect, it } from "vitest"
import { explain, needsDetails, type RequestError } from "../../ui/explain.ts"

const refusal = (refused: string, ...paths: string[]): Exclude<RequestError, { offline: true }> => ({
  offline: false,
  refused,
  message: "in the machine's words",
  details: paths.map((path) => ({ path, message: "is wrong" })),
  requestId: "r-1",
})

it.each([
  ["nobody answers", { ok: false, offline: true, why: "unreachable" }, "explain.unreachable"],
  ["no answer in time", { ok: false, offline: true, why: "timeout" }, "explain.silent"],
  ["an answer of somebody else", { ok: false, offline: true, why: "garbled" }, "explain.silent"],
  ["a field at fault", refusal("VALIDATION_ERROR", "reason"), "field.reason"],
  ["a field inside a list", refusal("VALIDATION_ERROR", "withdrawals.0.amount"), "field.withdrawals"],
  ["the first field that has a word", refusal("VALIDATION_ERROR", "counted", "notes"), "field.notes"],
  ["a field without a word", refusal("VALIDATION_ERROR", "counted"), "refusal.VALIDATION_ERROR"],
  ["a code", refusal("ORDER_NOT_OPEN"), "refusal.ORDER_NOT_OPEN"],
  ["a code of a later version", refusal("MOON_TOO_FULL"), "explain.refused"],
] as const)("%s", (_, answer, key) => expect(explain(answer)).toBe(key))

it("a failure with a known cause says what to do about it", () => {
  const failed = { ...refusal("FISCAL_NUMBERING_FAILED"), data: { failure: { code: "FISCAL_BUYER_INVALID" } } }
  const words = ["failure.FISCAL_BUYER_INVALID", "refusal.FISCAL_NUMBERING_FAILED"]
  const keyOf = (text: string) => (words.includes(text) ? text : null)
  expect(explain(failed, keyOf)).toBe("failure.FISCAL_BUYER_INVALID")
  expect(explain({ ...failed, data: { failure: { code: "FISCAL_POINT_INVALID" } } }, keyOf)).toBe(words[1])
})

it("the machine's own text is hidden if a field or cause has words, and for a mistyped PIN or password", () => {
  const mistyped = ["refusal.PIN_WRONG", "refusal.PIN_LOCKED", "refusal.SIGN_IN_REFUSED"]
  expect(["field.withdrawals", "failure.FISCAL_BUYER_INVALID", ...mistyped].filter(needsDetails)).toEqual([])
  expect(["refusal.CONFLICT", "explain.refused"].filter(needsDetails)).toHaveLength(2)
})
