import { describe, expect, it } from "vitest"
import { fiscalOf } from "../../../../protocol/rules/fiscal/order-fiscal.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aStore, aTender } from "../../../kit/orders.ts"

const LEGAL = { legalName: "Acme SA", tradeName: "La Brasa", govIdType: "RUC", govIdNumber: "1790012345001" }
const store = aStore({ legal: LEGAL })
const withDocument = (fiscal: OrderRecord["fiscal"]) => ({ ...anOrder(), fiscal })

describe("fiscal state of an order", () => {
  it.each<[what: string, order: OrderRecord, status: string]>([
    ["open and unpaid", anOrder(), "awaiting_payment"],
    ["open after a declined tender", { ...anOrder(), settlement: null }, "awaiting_payment"],
    ["prepaid on the web, still open", anOrder({ channel: "WEB", prepaid: { CARD: "6.5" } }), "not_issued"],
    ["charged", aSettledOrder({}, [aTender()]), "not_issued"],
    ["prepaid at a register", anOrder({ prepaid: { CASH: "6.5" } }), "not_issued"],
    ["force-closed", { ...anOrder(), status: "FORCE_CLOSED" }, "not_issued"],
    ["cancelled", { ...anOrder(), status: "CANCELLED" }, "not_issued"],
  ])("%s, without a document", (_what, order, status) => {
    const fiscal = fiscalOf(order, store)
    expect(fiscal).toMatchObject({ status, countryCode: "EC", metadata: null })
    expect(fiscal).not.toHaveProperty("error")
  })

  it("has company and store", () => {
    const { company, store: place } = fiscalOf(anOrder(), store)
    expect(company).toEqual(LEGAL)
    expect(place).toEqual({ code: "UIO-001", name: "La Brasa Quito", govIdType: "RUC", govIdNumber: "1790012345001" })
    expect(fiscalOf(anOrder(), aStore()).company).toEqual({
      govIdType: null,
      govIdNumber: null,
      legalName: null,
      tradeName: null,
    })
  })

  it("has the invoice's recipient as buyer, or a final consumer", () => {
    const client = { uid: "c", name: "Ana", govIdType: "CEDULA", govIdNumber: "171.234-5678" }
    const billingInformation = { govIdType: "RUC", govIdNumber: "1790012345001", businessName: "Acme SA" }
    expect(fiscalOf(anOrder({ client: { ...client, billingInformation } }), store).buyer).toEqual({
      isFinalConsumer: false,
      name: "Acme SA",
      govIdType: "RUC",
      govIdNumber: "1790012345001",
    })
    expect(fiscalOf(anOrder({ client }), store).buyer).toMatchObject({ name: "Ana", govIdNumber: "1712345678" })
    const nobody = { isFinalConsumer: true, name: null, govIdType: null, govIdNumber: null }
    expect(fiscalOf(anOrder(), store).buyer).toEqual(nobody)
  })

  it.each<[country: string, own: Record<string, unknown>]>([
    ["CO", { cufe: "c", prefijo: "P", numeroDian: "1", numeroComprobante: "P1", ambiente: "2" }],
    ["EC", { claveAcceso: "49", numeroAutorizacion: "49" }],
    ["CL", { folio: 1, ted: "<TED/>", tipoDte: 39, trackId: "7" }],
    ["AR", { cae: "7", fechaVtoCae: "2026-12-01", puntoVenta: 1, numeroComprobante: 2, tipoComprobante: 6 }],
    ["VE", { numeroControl: "00-1", numeroFactura: "1", rifEmisor: "J-1" }],
    ["BR", { chaveAcesso: "44", numero: "1", serie: "1", protocolo: "9", modelo: "65" }],
  ])("in %s has only common fields and the country's identifiers", (countryCode, own) => {
    const strangers = { claveAcceso: "x", cufe: "x", folio: "x", cae: "x", numeroControl: "x", chaveAcesso: "x" }
    const metadata = { ...strangers, ...own, docType: "INVOICE", totalAmount: 6.5, note: "not ours" }
    const read = fiscalOf(withDocument({ status: "authorized", countryCode, metadata }), store)
    expect(read).toMatchObject({ status: "authorized", countryCode })
    const common = ["docType", "docSubtype", "providerDocId", "pdfUrl", "xmlUrl", "emittedAt", "cancelledAt"]
    const all = [...common, "totalAmount", "taxAmount", "currencyCode", ...Object.keys(own)]
    expect(Object.keys(read.metadata ?? {}).sort()).toEqual(all.sort())
    expect(read.metadata).toMatchObject({ ...own, docType: "INVOICE", totalAmount: 6.5, pdfUrl: null })
  })

  it.each(["pending", "processing", "contingency", "cancelling", "authorized", "cancelled", "fiscal_graphic"])(
    "%s has no error",
    (status) => {
      const read = fiscalOf(withDocument({ status, error: { code: "35", message: "late" } }), store)
      expect(read.status).toBe(status)
      expect(read).not.toHaveProperty("error")
    },
  )

  it.each(["rejected", "denied", "error"])("has an error when it is %s", (status) => {
    const error = { code: "35", message: "CLAVE ACCESO REGISTRADA" }
    expect(fiscalOf(withDocument({ status, error }), store).error).toEqual(error)
    expect(fiscalOf(withDocument({ status }), store).error).toMatchObject({ code: "UNKNOWN" })
  })
})
