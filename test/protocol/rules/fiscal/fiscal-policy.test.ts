/** What a failed numbering means: the nearest level that says anything, and which one that was. */
import { expect, it } from "vitest"
import { numberingFailureOf, storeFiscal } from "../../../../protocol/rules/fiscal/fiscal-policy.ts"

const REFUND = { action: "REFUND" } as const
const CONTINUE = { action: "CONTINUE" } as const
const vendor = { from: "vendor", numberingFailure: REFUND } as const
const account = { from: "account", numberingFailure: CONTINUE } as const
const policyWithoutFiscal = (inheritedFailureRules: (typeof vendor | typeof account)[]) =>
  numberingFailureOf({ fiscal: null, inheritedFailureRules })
const policyOf = (fiscal: object | null) =>
  numberingFailureOf({ fiscal: fiscal && { environment: "SANDBOX", ...fiscal } })

it.each([
  [null, "CONTINUE", "default"],
  [{}, "CONTINUE", "default"],
  [{ inherited: [account] }, "CONTINUE", "account"],
  [{ inherited: [vendor, account] }, "REFUND", "vendor"],
  [{ numberingFailure: CONTINUE, inherited: [vendor] }, "CONTINUE", "store"],
])("%j resolves to %s, from the %s", (fiscal, action, resolvedFrom) => {
  expect(policyOf(fiscal)).toMatchObject({ action, resolvedFrom })
})

it("policy has a lost sale reason only for REFUND", () => {
  expect(policyOf({ numberingFailure: REFUND }).lostSaleReason).toBe("FISCAL_NUMBERING_FAILED")
  const unknown = { ...REFUND, lostSaleReason: "OTHER" }
  expect(policyOf({ numberingFailure: unknown }).lostSaleReason).toBe("FISCAL_NUMBERING_FAILED")
  expect(policyOf({ numberingFailure: CONTINUE }).lostSaleReason).toBeNull()
})

it("policy version changes only with its content", () => {
  const [first, again, other] = [vendor, { ...vendor }, account].map(
    (one) => policyOf({ inherited: [one] }).configVersion,
  )
  expect(first).toMatch(/^[0-9a-f]{12}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it("store without numbering inherits the rule of vendor or account", () => {
  expect(policyWithoutFiscal([vendor, account])).toMatchObject({ action: "REFUND", resolvedFrom: "vendor" })
  expect(policyWithoutFiscal([account])).toMatchObject({ action: "CONTINUE", resolvedFrom: "account" })
})

it("storeFiscal returns null without fiscal configuration", () => {
  expect(storeFiscal({ fiscal: null })).toBeNull()
})
