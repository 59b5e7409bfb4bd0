import { describe, expect, it } from "vitest"
import { qrCode } from "../../../../../protocol/rules/fiscal/countries/ar.ts"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, given, SETUPS } from "../questions.ts"

const AR = adapterOf("AR") as FiscalAdapter
const cuit = SETUPS.AR.buyer

it("encodes the example of the QR specification", () => {
  const address = qrCode({
    ver: 1,
    fecha: "2020-10-13",
    cuit: 30_000_000_007,
    ptoVta: 10,
    tipoCmp: 1,
    nroCmp: 94,
    importe: 12_100,
    moneda: "DOL",
    ctz: 65,
    tipoDocRec: 80,
    nroDocRec: 20_000_000_001,
    tipoCodAut: "E",
    codAut: 70_417_054_367_476,
  })
  expect(address.split("?p=")[1]).toBe(
    "eyJ2ZXIiOjEsImZlY2hhIjoiMjAyMC0xMC0xMyIsImN1aXQiOjMwMDAwMDAwMDA3LCJwdG9WdGEiOjEwLCJ0aXBvQ21wIjoxLCJucm9DbXAiOjk0LCJpbXBvcnRlIjoxMjEwMCwibW9uZWRhIjoiRE9MIiwiY3R6Ijo2NSwidGlwb0RvY1JlYyI6ODAsIm5yb0RvY1JlYyI6MjAwMDAwMDAwMDEsInRpcG9Db2RBdXQiOiJFIiwiY29kQXV0Ijo3MDQxNzA1NDM2NzQ3Nn0=",
  )
})

describe("the letter", () => {
  const general = undefined
  it.each([
    ["a final consumer", general, null, "6"],
    ["a buyer with a CUIT", general, cuit, "1"],
    ["a buyer with a DNI", general, { govIdType: "DNI", govIdNumber: "12345678" }, "6"],
    ["a buyer who is exempt", general, { ...cuit, taxCondition: "EXENTO" }, "6"],
    ["a monotributista's buyer", "MONOTRIBUTO", cuit, "11"],
  ])("for %s", (_who, taxCondition, buyer, type) => {
    const company = { legalName: "A company", govIdNumber: SETUPS.AR.company, ...(taxCondition && { taxCondition }) }
    expect(AR.documentTypeOf(SETUPS.AR.point, asks("AR", { company, buyer }))).toBe(type)
  })

  it.each([
    ["1", "3"],
    ["6", "8"],
    ["11", "13"],
  ])("of a credit note is its invoice's: %s gives %s", (documentType, note) => {
    const compensates = { documentType, documentNumber: "1", issuedAt: "2026-11-21T22:00:00Z", countryData: {} }
    expect(given(AR.number(asks("AR", { operation: "CANCEL", compensates }))).documentType).toBe(note)
  })
})

it("numbers by point of sale and voucher, and waits for the CAE", () => {
  expect(given(AR.number(asks("AR", { sequence: 42 })))).toMatchObject({
    documentLabel: "Factura B",
    documentNumber: "00003-00000042",
    countryData: { puntoVenta: "00003", numeroComprobante: "00000042", tipoComprobante: "6" },
    graphic: null,
  })
})

it("makes the QR code once the authority has given the CAE", () => {
  const from = asks("AR", { buyer: cuit, totals: { total: 1_210_050, tax: 210_000 } })
  const known = { ...given(AR.number(from)), from }
  const document = {
    docType: "FACTURA",
    docSubtype: "A",
    cae: 70417054367476,
    fechaVtoCae: "2026-12-01",
    numeroComprobante: 1,
  }
  const checked = AR.checkDocument(document, known)
  expect(checked).toMatchObject({ metadata: { cae: "70417054367476", puntoVenta: "00003" } })
  const qr = "graphic" in checked ? (checked.graphic?.qr ?? "") : ""
  expect(JSON.parse(atob(qr.split("?p=")[1] ?? ""))).toEqual({
    ver: 1,
    fecha: "2026-11-21",
    cuit: 33693450239,
    ptoVta: 3,
    tipoCmp: 1,
    nroCmp: 1,
    importe: 121.01,
    moneda: "PES",
    ctz: 1,
    tipoDocRec: 80,
    nroDocRec: 20123456786,
    tipoCodAut: "E",
    codAut: 70417054367476,
  })
  expect(AR.checkDocument({ ...document, cae: "123" }, known)).toMatchObject({ faults: [{ path: "cae" }] })
})

describe("tax ids", () => {
  it.each([
    ["CUIT", "33-69345023-9", true],
    ["CUIT", "33-69345023-8", false],
    ["CUIT", "336934502", false],
    ["DNI", "12345678", true],
    ["DNI", "12", false],
    [null, "20123456786", true],
  ])("%s %s: %s", (type, number, right) => {
    expect(AR.checkTaxId(type, number) === null).toBe(right)
  })
})
