/** The fiscal part of a receipt in each country, as it stands on the narrowest and the widest paper. */
import { describe, expect, it } from "vitest"
import { fiscalFreshness } from "../../../protocol/print/fiscal-block.ts"
import { receiptDocument } from "../../../protocol/print/print-documents.ts"
import { adapterOf, type Country, type FiscalAdapter } from "../../../protocol/rules/fiscal/countries/index.ts"
import type { FiscalRepresentation } from "../../../protocol/shapes/fiscal-representation.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { anId, aSettledOrder, aStore, aTender } from "../../kit/orders.ts"
import { asks, COUNTRIES, given, SETUPS } from "../rules/fiscal/questions.ts"

const REFERENCE = "0190a000-0000-7000-8000-00000000000a"
/** Longer than the codes that are printed with large squares. */
const QR = `https://www.arca.gob.ar/fe/qr/?p=${"e".repeat(300)}`
const WIDTHS: readonly PaperWidth[] = [32, 42, 48]

describe.each(COUNTRIES)("a receipt of %s", (country) => {
  it.each(WIDTHS)("has its title, number and key within %d columns", (width) => {
    const { paper } = print(country, numbered(country), width)
    for (const row of paper.plainText.split("\n")) expect(row.length).toBeLessThanOrEqual(width)
    const { document } = documentOf(country)
    expect(paper.plainText.replaceAll(/\s/g, "")).toContain(titleOf(country, document).replaceAll(/\s/g, ""))
    expect(paper.lines.filter(({ t }) => t === "qr")).toHaveLength(document.graphic ? 1 : 0)
  })

  it("is never titled as fiscal without a number, nor after the authority's refusal", () => {
    const { document } = documentOf(country)
    const failed = { ...numbered(country), fiscalRepresentation: failedOf(numbered(country)) }
    const rejected = standing(numbered(country), "rejected")
    for (const order of [failed, rejected, anOrder()]) {
      const { plainText } = print(country, order, 42).paper
      expect(plainText).not.toContain(titleOf(country, document))
      expect(plainText).toMatch(/DOCUMENTO N(O|ÃO) FISCAL/)
      expect(fiscalFreshness(order)).toBe("none")
    }
  })

  it("says contingency until the authority has ruled, and always says that a test is a test", () => {
    const waiting = numbered(country, { mode: "CONTINGENCY", environment: "SANDBOX" })
    const notes = (order: OrderRecord) => bold(print(country, order, 48).paper.lines)
    const authorized = standing(waiting, "authorized", { cae: "70417054367476" })
    expect(notes(waiting).length).toBeGreaterThan(
      notes(standing(numbered(country), "authorized", { cae: "70417054367476" })).length + 1,
    )
    expect(notes(authorized).length).toBeLessThan(notes(waiting).length)
    expect([fiscalFreshness(waiting), fiscalFreshness(authorized)]).toEqual(["contingency", "authorized"])
  })

  it("of a voided sale is titled as the credit note, and names the invoice", () => {
    const { note, order } = voided(country)
    const { plainText } = print(country, order, 48).paper
    expect(plainText).toContain(titleOf(country, note))
    expect(plainText).toMatch(/(Anula|Referente à NFC-e) the-invoice/)
  })

  it("goes back to the invoice when the authority refuses the void", () => {
    const { order, note } = voided(country)
    const refused = { ...order, fiscal: { ...order.fiscal, status: "rejected", stillValid: true } }
    const { plainText } = print(country, refused, 48).paper
    expect(plainText).toContain(titleOf(country, documentOf(country).document))
    expect(plainText).not.toContain(titleOf(country, note))
    expect(fiscalFreshness(refused)).toBe("authorized")
  })
})

it("prints the code of an Argentine invoice once its CAE is there", () => {
  const waiting = numbered("AR")
  expect(print("AR", waiting, 42).paper.plainText).toContain("CAE EN TRÁMITE")
  const said = standing(waiting, "authorized", { cae: "70417054367476", fechaVtoCae: "2026-12-01" })
  const ruled = { ...said, fiscal: { ...said.fiscal, codes: { [REFERENCE]: QR } } }
  const { plainText, lines } = print("AR", ruled, 42).paper
  expect(plainText).toMatch(/CAE +70417054367476\n.*Vto\. CAE +2026-12-01/)
  expect(plainText).not.toContain("TRÁMITE")
  expect(lines.find(({ t }) => t === "qr")).toMatchObject({
    data: QR,
    size: 4,
  })
  const note = voided("AR").order
  expect(print("AR", note, 42).paper.plainText).toContain("CAE EN TRÁMITE")
  const ofNote = { cae: "70417054367477", ...note.fiscalRepresentation.countryData }
  const ruledNote = standing(note, "cancelled", ofNote)
  const printed = print("AR", { ...ruledNote, fiscal: { ...ruledNote.fiscal, codes: { [REFERENCE]: QR } } }, 42).paper
  expect(printed.plainText).toMatch(/CAE +70417054367477/)
  expect(printed.lines.find(({ t }) => t === "qr")).toMatchObject({ data: QR })
  expect(
    print("AR", standing(note, "cancelling", { ...ofNote, numeroComprobante: "of the invoice" }), 42).paper.plainText,
  ).not.toContain("70417054367477")
})

it("says that an invoice is void which the authority cancelled", () => {
  expect(print("EC", standing(numbered("EC"), "cancelled"), 42).paper.plainText).toContain("DOCUMENTO ANULADO")
})

it("does not speak of fiscal documents where a store has none", () => {
  const { plainText } = receiptDocument(aStore(), anOrder(), { jobId: anId(), width: 42 }).paper
  expect(plainText).not.toMatch(/fiscal$/im)
})

function print(country: Country, order: OrderRecord, width: PaperWidth) {
  return receiptDocument(storeOf(country), order, { jobId: anId(), width })
}

function titleOf(country: Country, { documentLabel }: { readonly documentLabel: string }): string {
  return country === "BR" ? documentLabel : documentLabel.toUpperCase()
}

function storeOf(country: Country): Store {
  const { company, timeZone, currencyCode } = SETUPS[country]
  const legal = { legalName: "Una empresa", govIdType: "RUC", govIdNumber: company }
  return { ...aStore(), countryCode: country, timeZone, currency: currencyCode, legal, fiscal: { gateway: true } }
}

function anOrder(): OrderRecord {
  return aSettledOrder({ total: "6.5000" }, [aTender()])
}

function documentOf(country: Country, change: Parameters<typeof asks>[1] = {}) {
  const adapter = adapterOf(country) as FiscalAdapter
  return { adapter, document: given(adapter.number(asks(country, change))) }
}

function numbered(country: Country, change: Parameters<typeof asks>[1] = {}): OrderRecord {
  const { adapter, document } = documentOf(country, change)
  const { documentNumber, issuedAt, authorizationMode, countryData, graphic } = document
  const fiscalRepresentation: FiscalRepresentation = {
    documentNumber,
    issuedAt,
    authorizationMode,
    numberingStatus: "GENERATED",
    environment: change.environment ?? "PRODUCTION",
    countryData,
    compensates: change.compensates ?? null,
    providerCode: adapter.code,
    providerIdentity: { name: "sandbox", version: "1", reference: REFERENCE },
    providerMetadata: {},
    graphic,
    failure: null,
    history: [],
  }
  return standing({ ...anOrder(), fiscalRepresentation }, authorizationMode === "NORMAL" ? "pending" : "contingency")
}

function voided(country: Country) {
  const { documentType } = documentOf(country).document
  const compensates = {
    documentType,
    documentNumber: "the-invoice",
    issuedAt: "2026-11-21T22:00:00.000Z",
    countryData: {},
  }
  const change = { operation: "CANCEL", compensates } as const
  const order = standing(numbered(country, change), "cancelling")
  const history = [numbered(country).fiscalRepresentation as FiscalRepresentation]
  const fiscalRepresentation = {
    ...(order.fiscalRepresentation as FiscalRepresentation),
    history,
  } as FiscalRepresentation
  return { note: documentOf(country, change).document, order: { ...order, fiscalRepresentation } }
}

function standing(order: OrderRecord, status: string, metadata: object = {}): OrderRecord {
  return { ...order, fiscal: { status, metadata } }
}

function failedOf({ fiscalRepresentation }: OrderRecord): FiscalRepresentation {
  const failure = { code: "FISCAL_RANGE_EXHAUSTED", message: "No more numbers." }
  return { ...(fiscalRepresentation as FiscalRepresentation), numberingStatus: "FAILED", documentNumber: null, failure }
}

function bold(lines: ReturnType<typeof print>["paper"]["lines"]): string[] {
  return lines.flatMap((line) => (line.t === "text" && line.bold ? [line.s] : []))
}
