import { describe, expect, it } from "vitest"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, given, SETUPS } from "../questions.ts"

const CL = adapterOf("CL") as FiscalAdapter

it("Chilean boleta gets a folio of the range and no stamp", () => {
  const document = given(CL.number(asks("CL", { sequence: 42 })))
  expect(document).toMatchObject({
    documentType: "39",
    documentLabel: "Boleta electrónica",
    documentNumber: "42",
    countryData: { tipoDte: "39", folio: "42", ted: null },
    graphic: null,
  })
})

it("Chilean credit note is numbered from its own CAF", () => {
  expect(given(CL.number(asks("CL", { operation: "CANCEL" }))).countryData).toMatchObject({ tipoDte: "61", folio: "1" })
})

it("Chilean factura needs a buyer with a RUT", () => {
  const point = { ...SETUPS.CL.point, documentType: "33" }
  const { buyer } = SETUPS.CL
  expect(CL.documentTypeOf(point, asks("CL"))).toBeNull()
  expect(CL.documentTypeOf(point, asks("CL", { buyer }))).toBe("33")
})

it("Chilean document must name the folio that was numbered", () => {
  const numbered = given(CL.number(asks("CL", { sequence: 42 })))
  const document = { docType: "BOLETA", docSubtype: "39" }
  expect(CL.checkDocument({ ...document, folio: 42, ted: "<TED/>", trackId: 123 }, numbered)).toMatchObject({
    metadata: { folio: "42", ted: "<TED/>", tipoDte: "39", trackId: "123" },
  })
  expect(CL.checkDocument({ ...document, folio: 43 }, numbered)).toMatchObject({ faults: [{ path: "folio" }] })
})

describe("Chilean tax id", () => {
  it.each([
    ["60.803.000-K", true],
    ["60803000k", true],
    ["76.086.428-5", true],
    ["12.345.678-5", true],
    ["12.345.678-6", false],
    ["60.803.000-0", false],
    ["1-9", false],
  ])("RUT %s: %s", (number, right) => {
    expect(CL.checkTaxId("RUT", number) === null).toBe(right)
  })
})
