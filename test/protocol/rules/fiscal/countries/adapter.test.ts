import { describe, expect, it } from "vitest"
import {
  adapterOf,
  FAILURE_CODES,
  type FiscalAdapter,
  isNotNumbered,
} from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { asks, COUNTRIES, given, SETUPS } from "../questions.ts"

describe.each(COUNTRIES)("the adapter of %s", (country) => {
  const adapter = adapterOf(country) as FiscalAdapter
  const setup = SETUPS[country]

  it("numbers an invoice and the credit note that voids it, from two sequences", () => {
    const invoice = given(adapter.number(asks(country)))
    const note = given(adapter.number(asks(country, { operation: "CANCEL" })))
    expect(note.documentType).not.toBe(invoice.documentType)
    expect(note.countryData).not.toEqual(invoice.countryData)
    for (const [document, isNote] of [
      [invoice, false],
      [note, true],
    ] as const) {
      expect(adapter.labelOf(document.countryData, isNote)).toBe(document.documentLabel)
    }
    const key = (documentType: string) => adapter.sequenceKey(setup.point, documentType, "PRODUCTION")
    expect(key(invoice.documentType)).not.toBe(key(note.documentType))
  })

  it("gives the same document for the same question, and another for the next number", () => {
    const first = asks(country)
    expect(adapter.number(first)).toEqual(adapter.number({ ...first }))
    const next = given(adapter.number({ ...first, sequence: first.sequence + 1 }))
    expect(next.countryData).not.toEqual(given(adapter.number(first)).countryData)
    expect(next.documentNumber).not.toBe(given(adapter.number(first)).documentNumber)
  })

  it("says contingency in the country's words, and numbers in it from the same rules", () => {
    const normal = given(adapter.number(asks(country)))
    const offline = given(adapter.number(asks(country, { mode: "CONTINGENCY" })))
    expect(offline.documentNumber).toBe(normal.documentNumber)
    expect(offline.authorizationMode).toBe("CONTINGENCY")
    expect(offline.authorizationLabel).not.toBe(normal.authorizationLabel)
  })

  it("keeps sandbox and production apart", () => {
    const { documentType } = given(adapter.number(asks(country)))
    const key = (environment: "SANDBOX" | "PRODUCTION") => adapter.sequenceKey(setup.point, documentType, environment)
    expect(key("SANDBOX")).not.toBe(key("PRODUCTION"))
  })

  it("says of an empty point what each of its keys must be", () => {
    const faults = adapter.checkPoint({ side: "hub" })
    expect(faults.length).toBeGreaterThan(0)
    for (const { path, message } of faults) expect(`${path} ${message}`).toMatch(/^\w+ must be/)
    expect(adapter.checkPoint(setup.point)).toEqual([])
  })

  it("numbers nothing for a company without its tax id, or with a wrong one, and says where it belongs", () => {
    const without = adapter.number(asks(country, { company: { legalName: "A company" } }))
    const wrong = adapter.number(asks(country, { company: { legalName: "A company", govIdNumber: "1" } }))
    for (const answer of [without, wrong]) {
      expect(answer).toMatchObject({ failure: { code: "FISCAL_COMPANY_INVALID" } })
      expect(isNotNumbered(answer) && answer.failure.message).toContain("legal.govIdNumber")
    }
  })

  it("takes a buyer's right tax id, and in production catches every wrong digit of it", () => {
    const { govIdType, govIdNumber } = setup.buyer
    expect(adapter.checkTaxId(govIdType, govIdNumber)).toBeNull()
    expect(isNotNumbered(adapter.number(asks(country, { buyer: setup.buyer })))).toBe(false)
    for (const wrong of withAnotherDigit(govIdNumber)) {
      expect([wrong, adapter.checkTaxId(govIdType, wrong)]).toEqual([wrong, expect.any(String)])
    }
    const wrong = withAnotherDigit(govIdNumber).at(-1) ?? ""
    const buyer = { govIdType, govIdNumber: wrong }
    expect(adapter.number(asks(country, { buyer }))).toMatchObject({ failure: { code: "FISCAL_BUYER_INVALID" } })
    expect(isNotNumbered(adapter.number(asks(country, { buyer, environment: "SANDBOX" })))).toBe(false)
  })

  it("knows its own document again, and no other", () => {
    const numbered = given(adapter.number(asks(country)))
    const document = { docType: "INVOICE", docSubtype: "SALE", totalAmount: 11.5, currencyCode: setup.currencyCode }
    const checked = adapter.checkDocument(document, numbered)
    const metadata = "metadata" in checked ? checked.metadata : {}
    expect(metadata).toMatchObject(document)
    expect(adapter.checkDocument({ ...document, ...metadata }, numbered)).toEqual(checked)
    const other = given(adapter.number(asks(country, { sequence: asks(country).sequence + 7, requestId: "another" })))
    const theirs = Object.entries(other.countryData).filter(
      ([name, text]) => name in metadata && text !== numbered.countryData[name],
    )
    for (const [name, text] of theirs) {
      expect(adapter.checkDocument({ ...document, [name]: text }, numbered)).toMatchObject({
        faults: [{ path: name }],
      })
    }
    expect(theirs.length).toBeGreaterThan(0)
  })
})

it("names its failures once", () => {
  expect(new Set(FAILURE_CODES).size).toBe(FAILURE_CODES.length)
})

/** The text with each of its digits replaced by the next one. */
function withAnotherDigit(text: string): string[] {
  return [...text].flatMap((character, index) =>
    /\d/.test(character) ? [text.slice(0, index) + ((Number(character) + 1) % 10) + text.slice(index + 1)] : [],
  )
}
