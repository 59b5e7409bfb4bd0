import { describe, expect, it } from "vitest"
import { checkIdentifiers, textOf } from "../../../../../protocol/rules/fiscal/countries/document.ts"

const rules = { folio: (text: string) => (/^\d+$/.test(text) ? null : "must have digits") }
const whole = {
  docType: "INVOICE",
  docSubtype: "SALE",
  providerDocId: "p-1",
  pdfUrl: "https://provider.test/1.pdf",
  xmlUrl: "https://provider.test/1.xml",
  emittedAt: "2026-11-21T12:00:00Z",
  totalAmount: 11.5,
  taxAmount: "1.50",
  currencyCode: "USD",
}

it("checkIdentifiers keeps the common fields and the country's identifiers only", () => {
  const checked = checkIdentifiers({ ...whole, folio: "7", cufe: "other", free: 1 }, null, rules)
  expect(checked).toEqual({ metadata: { ...whole, taxAmount: 1.5, folio: "7" }, graphic: null })
})

describe("wrong document", () => {
  it.each([
    [{ docType: undefined }, "docType"],
    [{ docSubtype: " " }, "docSubtype"],
    [{ pdfUrl: {} }, "pdfUrl"],
    [{ emittedAt: "yesterday" }, "emittedAt"],
    [{ totalAmount: "1.23456" }, "totalAmount"],
    [{ taxAmount: true }, "taxAmount"],
    [{ currencyCode: "usd" }, "currencyCode"],
    [{ folio: "x" }, "folio"],
    [{ folio: ["7"] }, "folio"],
  ])("with %j has a fault with its path", (change, path) => {
    const checked = checkIdentifiers({ ...whole, ...change }, null, rules)
    expect("faults" in checked && checked.faults.map((fault) => fault.path)).toEqual([path])
  })
})

it("checkIdentifiers fills in numbered identifiers and reports contradictions", () => {
  const numbered = { documentNumber: "7", countryData: { folio: "0007" } }
  expect(checkIdentifiers(whole, numbered, rules)).toMatchObject({ metadata: { folio: "0007" } })
  expect(checkIdentifiers({ ...whole, folio: 7 }, numbered, rules)).toMatchObject({ metadata: { folio: "7" } })
  expect(checkIdentifiers({ ...whole, folio: 8 }, numbered, rules)).toMatchObject({
    faults: [{ path: "folio" }],
  })
})

it("textOf reads a whole number as text", () => {
  expect([textOf(7), textOf(" a "), textOf(""), textOf(1.5), textOf(null)]).toEqual(["7", "a", null, null, null])
})
