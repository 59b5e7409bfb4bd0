import { describe, expect, it } from "vitest"
import { checkFiscalCallback, checkFiscalStore } from "../../../../protocol/rules/fiscal/fiscal-callback.ts"
import type { FiscalCallback, FiscalEventType } from "../../../../protocol/shapes/callback-fiscal.ts"

const document = { docType: "INVOICE", docSubtype: "B2C", pdfUrl: "https://sri.example/1.pdf" }
const error = { code: "35", message: "Documento inválido" }

/** Of a country without an adapter: what holds for every country. */
function callback(eventType: FiscalEventType, more: Partial<FiscalCallback>): FiscalCallback {
  const named = {
    countryCode: "XX" as FiscalCallback["countryCode"],
    providerEventId: "p-1",
    eventId: "evt_000000000001",
  }
  return { ...named, eventType, occurredAt: "2026-11-21T17:00:00Z", orderId: "x", ...more }
}

const paths = (one: FiscalCallback) => checkFiscalCallback(one)?.details?.map(({ path }) => path) ?? []

describe("fiscal callback", () => {
  it.each<FiscalEventType>(["fiscal_graphic", "authorized", "cancelled"])(
    "%s: a document and no error",
    (eventType) => {
      expect(paths(callback(eventType, { document }))).toEqual([])
      expect(paths(callback(eventType, {}))).toEqual(["document"])
      expect(paths(callback(eventType, { document: null }))).toEqual(["document"])
      expect(paths(callback(eventType, { document, error }))).toEqual(["error"])
      expect(paths(callback(eventType, { document, error: null }))).toEqual([])
      expect(paths(callback(eventType, { error }))).toEqual(["error", "document"])
    },
  )

  it.each<FiscalEventType>(["rejected", "denied", "error"])("%s: an error, with or without a document", (eventType) => {
    expect(paths(callback(eventType, { error }))).toEqual([])
    expect(paths(callback(eventType, { error, document }))).toEqual([])
    expect(paths(callback(eventType, {}))).toEqual(["error"])
    expect(paths(callback(eventType, { document }))).toEqual(["error"])
  })

  it("needs a graphic for fiscal_graphic", () => {
    const { pdfUrl: _left, ...without } = document
    expect(paths(callback("fiscal_graphic", { document: without }))).toEqual(["document.pdfUrl"])
    expect(paths(callback("fiscal_graphic", { document: { ...document, pdfUrl: "" } }))).toEqual(["document.pdfUrl"])
    expect(paths(callback("authorized", { document: without }))).toEqual([])
  })

  it("has the country's faults with their path in the callback", () => {
    const brazil = { ...callback("authorized", { document }), countryCode: "BR" as const }
    expect(paths({ ...brazil, document: { ...document, chaveAcesso: "123" } as never })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^document\./)]),
    )
    expect(paths({ ...brazil, eventType: "fiscal_graphic" })).toEqual([])
    const graphic = { ...brazil, eventType: "fiscal_graphic", document: { ...document, chaveAcesso: "123" } } as never
    expect(paths(graphic)).toEqual(["document.chaveAcesso"])
  })
})

describe("fiscal callback for a known order", () => {
  const held = (one: FiscalCallback, environment: "SANDBOX" | "PRODUCTION" = "PRODUCTION") =>
    checkFiscalStore(one, { countryCode: "VE", environment })?.details?.map(({ path }) => path) ?? []
  const venezuelan = (rifEmisor: string): FiscalCallback => ({
    ...callback("authorized", { document: { ...document, rifEmisor } as never }),
    countryCode: "VE",
  })

  it.each<FiscalEventType>(["fiscal_graphic", "authorized", "cancelled", "rejected", "denied", "error"])(
    "%s: another country is a fault",
    (eventType) => {
      const own = ["rejected", "denied", "error"].includes(eventType) ? { error } : { document }
      expect(held({ ...callback(eventType, own), countryCode: "EC" })).toEqual(["countryCode"])
      expect(held({ ...callback(eventType, own), countryCode: "VE" })).toEqual([])
    },
  )

  it("checks the issuer's check digit only in production", () => {
    const madeUp = venezuelan("J-00012345-6")
    expect([paths(madeUp), held(madeUp, "SANDBOX"), held(madeUp)]).toEqual([[], [], ["document.rifEmisor"]])
    expect(held(venezuelan("G-20000303-0"))).toEqual([])
    expect(paths(venezuelan("12345"))).toEqual(["document.rifEmisor"])
  })
})
