import { describe, expect, it } from "vitest"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, given } from "../questions.ts"

const VE = adapterOf("VE") as FiscalAdapter

it("Venezuelan invoice gets number, series and control number", () => {
  expect(given(VE.number(asks("VE", { sequence: 42 })))).toMatchObject({
    documentLabel: "Factura",
    documentNumber: "A-00000042",
    countryData: { numeroControl: "00-00000042", numeroFactura: "00000042", serie: "A" },
    graphic: null,
  })
})

it("Venezuelan invoice and credit note never share a control number", () => {
  const note = given(VE.number(asks("VE", { operation: "CANCEL", sequence: 42 })))
  expect(note.countryData.numeroControl).toBe("50-00000042")
})

it("Venezuelan point may have no series", () => {
  const point = { side: "hub", identifier: 0 } as const
  expect(VE.checkPoint(point)).toEqual([])
  expect(given(VE.number(asks("VE", { point }))).documentNumber).toBe("00000001")
  expect(VE.checkPoint({ side: "hub", identifier: "50" })).toMatchObject([{ path: "identifier" }])
})

it("Venezuelan document needs a valid control number and issuer", () => {
  const numbered = given(VE.number(asks("VE")))
  const document = { docType: "FACTURA", docSubtype: "01", numeroControl: "00-00000001", rifEmisor: "G-20000303-0" }
  expect(VE.checkDocument(document, numbered)).toMatchObject({ metadata: { numeroFactura: "00000001" } })
  expect(VE.checkDocument({ ...document, rifEmisor: "G-20000303-1" }, numbered)).toMatchObject({
    faults: [{ path: "rifEmisor" }],
  })
})

it("Venezuelan sandbox accepts an invented issuer with the right form", () => {
  const document = { docType: "FACTURA", docSubtype: "01", rifEmisor: "J-00012345-6" }
  expect(VE.checkDocument(document, null, "SANDBOX")).toMatchObject({ metadata: { rifEmisor: "J-00012345-6" } })
  const faults = [{ path: "rifEmisor" }]
  expect(VE.checkDocument(document, null, "PRODUCTION")).toMatchObject({ faults })
  expect(VE.checkDocument({ ...document, rifEmisor: "J-123" }, null, "SANDBOX")).toMatchObject({ faults })
})

describe("Venezuelan tax id", () => {
  it.each([
    ["G-20000303-0", true],
    ["V-11470283-4", true],
    ["V-11470283-3", false],
    ["X-11470283-4", false],
    ["J-123", false],
  ])("RIF %s: %s", (number, right) => {
    expect(VE.checkTaxId("RIF", number) === null).toBe(right)
  })
})
