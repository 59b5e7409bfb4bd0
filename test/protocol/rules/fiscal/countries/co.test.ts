import { describe, expect, it } from "vitest"
import { nitDigit, uniqueCode } from "../../../../../protocol/rules/fiscal/countries/co.ts"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, given, SETUPS } from "../questions.ts"

const CO = adapterOf("CO") as FiscalAdapter
const MAJOR = 10_000

it("gives the CUFE of the annex's example (1.9, 11.2.1)", () => {
  const code = uniqueCode({
    numFac: "323200000129",
    fecFac: "2019-01-16",
    horFac: "10:53:10-05:00",
    valFac: 1_500_000 * MAJOR,
    iva: 285_000 * MAJOR,
    inc: 0,
    ica: 0,
    valTot: 1_785_000 * MAJOR,
    nitOFE: "700085371",
    numAdq: "800199436",
    key: "693ff6f2a553c3646a063436fd4dd9ded0311471",
    tipoAmbie: "1",
  })
  expect(code).toBe("8bb918b19ba22a694f1da11c643b5e9de39adf60311cf179179e9b33381030bcd4c3c3f156c506ed5908f9276f5bd9b4")
})

it("gives the CUDE of the annex's credit note (1.9, 11.4.3)", () => {
  const code = uniqueCode({
    numFac: "8110007871",
    fecFac: "2019-01-12",
    horFac: "07:00:00-05:00",
    valFac: 5000 * MAJOR,
    iva: 950 * MAJOR,
    inc: 0,
    ica: 0,
    valTot: 5950 * MAJOR,
    nitOFE: "900373076",
    numAdq: "8355990",
    key: "12301",
    tipoAmbie: "1",
  })
  expect(code).toBe("907e4444decc9e59c160a2fb3b6659b33dc5b632a5008922b9a62f83f757b1c448e47f5867f2b50dbdb96f48c7681168")
})

it("gives the CUDE of the annex's contingency example, with cents (1.9, 11.4)", () => {
  const code = uniqueCode({
    numFac: "8110007871",
    fecFac: "2019-02-20",
    horFac: "16:46:55-05:00",
    valFac: 2_352_800,
    iva: 190_000,
    inc: 0,
    ica: 82_800,
    valTot: 2_625_600,
    nitOFE: "900373076",
    numAdq: "8355990",
    key: "12345",
    tipoAmbie: "2",
  })
  expect(code).toBe("955327eb55f8bdf16d069358a063d87e1577a292cb088ec186ed60bbc38e750b7b3980659b278ead789b95f9c51a9ef7")
})

it("CUFE uses the DIAN's time zone, the final consumer's number and the NIT without check digit", () => {
  const { countryData, ...document } = given(CO.number(asks("CO")))
  expect(document).toMatchObject({ documentNumber: "SETP990000000", documentLabel: "Factura electrónica de venta" })
  const expected = {
    numFac: "SETP990000000",
    fecFac: "2026-11-21",
    horFac: "18:30:15-05:00",
    valFac: 100_000,
    iva: 15_000,
    inc: 0,
    ica: 0,
    valTot: 115_000,
    nitOFE: "800197268",
    numAdq: "222222222222",
    key: "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c",
    tipoAmbie: "1",
  } as const
  expect(countryData).toMatchObject({
    cufe: uniqueCode(expected),
    prefijo: "SETP",
    numeroDian: "990000000",
    ambiente: "1",
  })
  const buyer = { govIdType: "NIT", govIdNumber: "900373076-5" }
  const named = given(CO.number(asks("CO", { buyer, environment: "SANDBOX" })))
  expect(named.countryData.cufe).toBe(uniqueCode({ ...expected, numAdq: "900373076", tipoAmbie: "2" }))
})

it("CUFE has the tax under 04 when the restaurant pays the INC", () => {
  const { point } = asks("CO")
  const inc = given(CO.number(asks("CO", { point: { ...point, taxCode: "INC" } })))
  expect(inc.countryData.cufe).not.toBe(given(CO.number(asks("CO"))).countryData.cufe)
  expect(inc.graphic?.qr).toContain("ValIva: 0.00\nValOtroIm: 1.50\n")
})

it("Colombian QR code has the annex's fields and the lookup URL", () => {
  const { graphic, countryData } = given(CO.number(asks("CO")))
  expect(graphic?.qr.split("\n")).toEqual([
    "NumFac: SETP990000000",
    "FecFac: 2026-11-21",
    "HorFac: 18:30:15-05:00",
    "NitFac: 800197268",
    "DocAdq: 222222222222",
    "ValFac: 10.00",
    "ValIva: 1.50",
    "ValOtroIm: 0.00",
    "ValTolFac: 11.50",
    `CUFE: ${countryData.cufe}`,
    `QRCode: https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${countryData.cufe}`,
  ])
})

it("CUDE of a credit note uses the software's PIN, required in production", () => {
  const { softwarePin: _, ...point } = SETUPS.CO.point
  const note = { operation: "CANCEL", sequence: 7 } as const
  expect(given(CO.number(asks("CO", note))).documentNumber).toBe("NETP7")
  expect(CO.number(asks("CO", { ...note, point, environment: "SANDBOX" }))).toHaveProperty("documentNumber", "NETP7")
  const missing = CO.number(asks("CO", { ...note, point }))
  expect(missing).toMatchObject({
    failure: { code: "FISCAL_POINT_INVALID", message: expect.stringContaining("softwarePin") },
  })
})

it("Colombian sequence restarts with another range of the prefix and continues in a longer range", () => {
  const { point } = asks("CO")
  const key = (change: object) => CO.sequenceKey({ ...point, ...change }, "01", "PRODUCTION")
  expect(key({ from: 995_000_001, to: 999_000_000 })).not.toBe(key({}))
  expect(key({ to: 999_000_000 })).toBe(key({}))
})

describe("Colombian tax id", () => {
  it.each([
    ["800197268", 4],
    ["213123432", 1],
  ])("the NIT %s has the digit %d", (body, digit) => {
    expect(nitDigit(body)).toBe(digit)
  })

  it.each([
    ["NIT", "800197268-4", true],
    ["NIT", "800.197.268-5", false],
    ["NIT", "800197268", true],
    ["NIT", "12", false],
    ["CC", "8355990", true],
  ])("%s %s: %s", (type, number, right) => {
    expect(CO.checkTaxId(type, number) === null).toBe(right)
  })
})
