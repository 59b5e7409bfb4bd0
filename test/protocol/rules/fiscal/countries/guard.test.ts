import { expect, it } from "vitest"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, SETUPS } from "../questions.ts"

const CO = adapterOf("CO") as FiscalAdapter
const CL = adapterOf("CL") as FiscalAdapter

it.each([990_000_000 - 1, 995_000_001])("gives no number outside its range: %d", (sequence) => {
  expect(CO.number(asks("CO", { sequence }))).toMatchObject({ failure: { code: "FISCAL_RANGE_EXHAUSTED" } })
})

it("withChecks names what a point lacks", () => {
  const answer = CO.number(asks("CO", { point: { side: "hub", prefix: "SETP" } }))
  expect(answer).toMatchObject({
    failure: { code: "FISCAL_POINT_INVALID", message: expect.stringContaining("points[].technicalKey must be") },
  })
})

it("withChecks refuses a credit note without an invoice", () => {
  const answer = CO.number({ ...asks("CO", { operation: "CANCEL" }), compensates: null })
  expect(answer).toMatchObject({ failure: { code: "FISCAL_NOTHING_TO_VOID" } })
})

it("withChecks refuses a credit note from a point of receipts", () => {
  const { point } = SETUPS.CL
  expect(CL.number(asks("CL", { operation: "CANCEL", point }))).toMatchObject({
    failure: { code: "FISCAL_NOT_CONFIGURED" },
  })
})
