import { describe, expect, it } from "vitest"
import {
  buyerId,
  companyId,
  isFinalConsumer,
  malformedId,
  type TaxIdRule,
  wrongCheckDigit,
} from "../../../../../protocol/rules/fiscal/countries/tax-id.ts"

const rule: TaxIdRule = (_type, number) =>
  number === "12-3" ? null : number.length === 4 ? wrongCheckDigit("number") : malformedId("it has 3 digits")
const company = (govIdNumber?: string) => ({ legalName: "A company", ...(govIdNumber && { govIdNumber }) })

describe("final consumer", () => {
  it.each([
    [null, true],
    [{}, true],
    [{ govIdNumber: "9999999999999" }, true],
    [{ govIdNumber: "123", isFinalConsumer: true }, true],
    [{ govIdNumber: "123", govIdType: "FINAL_CONSUMER" }, true],
    [{ govIdNumber: "123" }, false],
  ])("%j: %s", (buyer, nobody) => {
    expect(isFinalConsumer(buyer)).toBe(nobody)
  })
})

it("companyId returns the issuer's number without separators", () => {
  expect(companyId({ company: company("12-3"), environment: "PRODUCTION" }, rule, "RUC")).toBe("123")
})

it("companyId accepts a wrong check digit only in the sandbox, and a wrong form nowhere", () => {
  const ask = (number: string, environment: "SANDBOX" | "PRODUCTION") =>
    companyId({ company: company(number), environment }, rule, "RUC")
  expect(ask("12-4", "SANDBOX")).toBe("124")
  expect(ask("12-4", "PRODUCTION")).toMatchObject({ failure: { code: "FISCAL_COMPANY_INVALID" } })
  expect(ask("1", "SANDBOX")).toMatchObject({ failure: { code: "FISCAL_COMPANY_INVALID" } })
  expect(companyId({ company: null, environment: "SANDBOX" }, rule, "RUC")).toMatchObject({
    failure: { message: "Give the RUC of the company in legal.govIdNumber." },
  })
})

it("buyerId returns null for a final consumer", () => {
  expect(buyerId({ buyer: null, environment: "PRODUCTION" }, rule)).toBeNull()
  expect(buyerId({ buyer: { govIdNumber: "12-3" }, environment: "PRODUCTION" }, rule)).toBe("123")
  expect(buyerId({ buyer: { govIdNumber: "1" }, environment: "PRODUCTION" }, rule)).toMatchObject({
    failure: { code: "FISCAL_BUYER_INVALID" },
  })
})
