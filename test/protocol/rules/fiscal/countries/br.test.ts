import { describe, expect, it } from "vitest"
import { accessKey, accessKeyDigit } from "../../../../../protocol/rules/fiscal/countries/br.ts"
import { adapterOf, type FiscalAdapter } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, given } from "../questions.ts"

const BR = adapterOf("BR") as FiscalAdapter
/** The example of the Manual de Orientação do Contribuinte, and a key that the SEFAZ-PR authorised in its test environment. */
const PUBLISHED = ["52060433009911002506550120000007800267301615", "41260837829453000135650010000000051323005118"]

it.each(PUBLISHED)("has the check digit of %s", (key) => {
  expect(accessKeyDigit(key.slice(0, -1))).toBe(key.slice(-1))
})

it("composes the key that the SEFAZ authorised", () => {
  const parts = {
    state: "41",
    date: "2026-08-15",
    cnpj: "37829453000135",
    modelo: "65",
    serie: "001",
    numero: "000000005",
  }
  expect(accessKey({ ...parts, emission: "1", numericCode: "32300511" })).toBe(PUBLISHED[1])
})

it.each(PUBLISHED)("catches every other digit at every place of %s but those whose digit is 0 for 10 and 11", (key) => {
  const check = (chaveAcesso: string) => BR.checkDocument({ docType: "a", docSubtype: "b", chaveAcesso }, null)
  expect(check(key)).toHaveProperty("metadata.chaveAcesso", key)
  for (const [index, digit] of [...key].entries()) {
    const wrong = key.slice(0, index) + ((Number(digit) + 1) % 10) + key.slice(index + 1)
    expect(check(wrong)).toHaveProperty("faults")
  }
})

it("numbers an NFC-e with the QR code of version 3", () => {
  const { countryData, ...document } = given(BR.number(asks("BR", { sequence: 42 })))
  expect(document).toMatchObject({ documentType: "65", documentLabel: "NFC-e", documentNumber: "42" })
  expect(countryData).toMatchObject({ numero: "42", serie: "1", modelo: "65" })
  expect(countryData.chaveAcesso).toMatch(/^35261116727230000197650010000000421\d{9}$/)
  expect(document.graphic).toEqual({ qr: `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${countryData.chaveAcesso}|3|1` })
})

it("Brazilian key has emission type 9 and no QR code when offline", () => {
  const offline = given(BR.number(asks("BR", { mode: "CONTINGENCY" })))
  expect(String(offline.countryData.chaveAcesso)[34]).toBe("9")
  expect(offline.graphic).toBeNull()
  expect(offline.authorizationLabel).toBe("EMITIDA EM CONTINGÊNCIA - Pendente de autorização")
})

it("Brazilian NFC-e is voided by an NF-e with numbers of its own", () => {
  const note = given(BR.number(asks("BR", { operation: "CANCEL" })))
  expect([note.documentType, String(note.countryData.chaveAcesso).slice(20, 22), note.graphic]).toEqual([
    "55",
    "55",
    null,
  ])
})

it("Brazilian point needs a state in production and defaults to São Paulo in the sandbox", () => {
  const point = { side: "hub", series: 1 } as const
  expect(BR.number(asks("BR", { point }))).toMatchObject({
    failure: { code: "FISCAL_POINT_INVALID", message: expect.stringContaining("state") },
  })
  expect(given(BR.number(asks("BR", { point, environment: "SANDBOX" }))).countryData.chaveAcesso).toMatch(/^35/)
  expect(BR.checkPoint({ ...point, state: "XX" })).toMatchObject([{ path: "state" }])
})

it("Brazilian key accepts a CNPJ with letters", () => {
  const company = { legalName: "A company", govIdNumber: "12.ABC.345/01DE-35" }
  const key = String(given(BR.number(asks("BR", { company }))).countryData.chaveAcesso)
  expect(key.slice(6, 20)).toBe("12ABC34501DE35")
  expect(BR.checkDocument({ docType: "a", docSubtype: "b", chaveAcesso: key }, null)).toHaveProperty("metadata")
})

describe("Brazilian tax id", () => {
  it.each([
    ["CNPJ", "16.727.230/0001-97", true],
    ["CNPJ", "16.727.230/0001-98", false],
    ["CNPJ", "12.ABC.345/01DE-35", true],
    ["CNPJ", "12.ABC.345/01DE-36", false],
    ["CPF", "390.533.447-05", true],
    ["CPF", "390.533.447-06", false],
    [null, "39053344705", true],
    [null, "39053344706", false],
    ["RNE", "V123456-7", true],
  ])("%s %s: %s", (type, number, right) => {
    expect(BR.checkTaxId(type, number) === null).toBe(right)
  })
})
