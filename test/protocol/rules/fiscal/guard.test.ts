import { expect, it } from "vitest"
import { adapterOf, type FiscalAdapter, numberPlaces } from "../../../../protocol/rules/fiscal/index.ts"
import { asks, SETUPS } from "./questions.ts"

const CO = adapterOf("CO") as FiscalAdapter
const CL = adapterOf("CL") as FiscalAdapter
const nobody = { operation: "ISSUE", company: null, buyer: null, compensates: null } as const

it.each([990_000_000 - 1, 995_000_001])("gives no number outside its range: %d", (sequence) => {
  expect(CO.number(asks("CO", { sequence }))).toMatchObject({ failure: { code: "FISCAL_RANGE_EXHAUSTED" } })
})

it("names what a point lacks", () => {
  const answer = CO.number(asks("CO", { point: { side: "hub", prefix: "SETP" } }))
  expect(answer).toMatchObject({
    failure: { code: "FISCAL_POINT_INVALID", message: expect.stringContaining("points[].technicalKey must be") },
  })
})

it("voids nothing where there is no invoice", () => {
  const answer = CO.number({ ...asks("CO", { operation: "CANCEL" }), compensates: null })
  expect(answer).toMatchObject({ failure: { code: "FISCAL_NOTHING_TO_VOID" } })
})

it("does not let a point of receipts issue a credit note", () => {
  const { point } = SETUPS.CL
  expect(CL.number(asks("CL", { operation: "CANCEL", point }))).toMatchObject({
    failure: { code: "FISCAL_NOT_CONFIGURED" },
  })
})

it("finds the points of one side that issue what is asked, in their order", () => {
  const points = [
    { side: "hub", documentType: "39", from: 1, to: 100 },
    { side: "appliance", documentType: "39", from: 101, to: 200 },
    { side: "hub", documentType: "61", from: 1, to: 10 },
    { side: "hub", documentType: "39", from: 201, to: 300 },
    { side: "hub", documentType: "39" },
  ] as const
  const at = (side: "hub" | "appliance", operation: "ISSUE" | "CANCEL") =>
    numberPlaces(CL, { points, side, environment: "SANDBOX" }, { ...nobody, operation }).map(({ range }) => range.first)
  expect(at("hub", "ISSUE")).toEqual([1, 201])
  expect(at("appliance", "ISSUE")).toEqual([101])
  expect(at("hub", "CANCEL")).toEqual([1])
  expect(at("appliance", "CANCEL")).toEqual([])
})
