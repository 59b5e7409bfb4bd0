import { describe, expect, it } from "vitest"
import { accessKey, accessKeyDigit } from "../../../../../protocol/rules/fiscal/countries/ec.ts"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, given } from "../questions.ts"

const EC = adapterOf("EC") as FiscalAdapter

/** Keys that the SRI authorised, in production. */
const AUTHORISED = [
  "0312202201019007200200120029020004874985766297216",
  "1811202301179001691900120721260002540020711013510",
]

it("access key has the check digit of the SRI's example", () => {
  expect(accessKeyDigit("41261533")).toBe("6")
})

it.each(AUTHORISED)("composes %s as the SRI authorised it", (key) => {
  const parts = {
    date: `${key.slice(4, 8)}-${key.slice(2, 4)}-${key.slice(0, 2)}`,
    documentType: key.slice(8, 10),
    ruc: key.slice(10, 23),
    ambiente: key.slice(23, 24),
    serie: key.slice(24, 30),
    secuencial: key.slice(30, 39),
    numericCode: key.slice(39, 47),
  }
  expect(accessKey(parts)).toBe(key)
})

it.each(AUTHORISED)("catches every other digit at every place of %s", (key) => {
  const check = (claveAcceso: string) => EC.checkDocument({ docType: "a", docSubtype: "b", claveAcceso }, null)
  expect(check(key)).toHaveProperty("metadata.claveAcceso", key)
  for (const [index, digit] of [...key].entries()) {
    const wrong = key.slice(0, index) + ((Number(digit) + 1) % 10) + key.slice(index + 1)
    expect(check(wrong)).toHaveProperty("faults")
  }
})

it("Ecuadorian invoice has the store's date in its key and the SRI's field names", () => {
  const { countryData, ...document } = given(
    EC.number(asks("EC", { issuedAt: "2026-11-22T04:30:00.000Z", sequence: 42 })),
  )
  expect(document).toMatchObject({ documentType: "01", documentLabel: "Factura", documentNumber: "001-001-000000042" })
  expect(countryData).toMatchObject({
    establecimiento: "001",
    puntoEmision: "001",
    secuencial: "000000042",
    ambiente: "2",
  })
  expect(countryData.claveAcceso).toMatch(/^2111202601179001234400120010010000000[0-9]{2}\d{8}1\d$/)
})

it("Ecuadorian key has emission type 1 also in contingency", () => {
  const normal = given(EC.number(asks("EC")))
  expect(given(EC.number(asks("EC", { mode: "CONTINGENCY" }))).countryData).toEqual(normal.countryData)
})

it("Ecuadorian emission point 1 equals 001", () => {
  const key = (point: object) => EC.sequenceKey({ side: "hub", ...point }, "01", "SANDBOX")
  expect(key({ establishment: 1, emissionPoint: "2" })).toBe(key({ establishment: "001", emissionPoint: "002" }))
})

describe("Ecuadorian tax id", () => {
  it.each([
    ["RUC", "1790012344001", true],
    ["RUC", "1714307103001", true],
    ["RUC", "1714307104001", false],
    ["RUC", "1714307103000", false],
    ["RUC", "9914307103001", false],
    ["RUC", "179001234400", false],
    ["CEDULA", "1714307103", true],
    ["CEDULA", "1714307102", false],
    ["PASSPORT", "AB123456", true],
    [null, "1714307103", true],
    [null, "1714307102", false],
  ])("%s %s: %s", (type, number, right) => {
    expect(EC.checkTaxId(type, number) === null).toBe(right)
  })
})
