/** The authority's word on a document, and two writers of one document brought together. */
import { describe, expect, it } from "vitest"
import {
  applyVerdict,
  documentStatusesOf,
  mergeFiscal,
  requestVoid,
} from "../../../../protocol/rules/fiscal/fiscal-verdict.ts"
import type { FiscalCallback } from "../../../../protocol/shapes/callback-fiscal.ts"
import type { FiscalStanding } from "../../../../protocol/shapes/fiscal-record.ts"
import { aFiscalRecord } from "../../../kit/fiscal.ts"

const ID = "0190a000-0000-7000-8000-00000000000a"

function standing(status: string, over: Partial<FiscalStanding> = {}): FiscalStanding {
  return {
    status,
    countryCode: "EC",
    metadata: {},
    fiscalRequestId: ID,
    step: 1,
    sourceEvent: "order.injected",
    ...over,
  }
}

function say(fiscal: FiscalStanding | null, eventType: FiscalCallback["eventType"], countryCode: "BR" | "EC" = "EC") {
  const failed = ["rejected", "denied", "error"].includes(eventType)
  const verdict = {
    countryCode,
    eventType,
    occurredAt: "2026-11-21T18:00:00.000Z",
    ...(failed && { error: { code: "43", message: "CLAVE ACCESO REGISTRADA" } }),
  }
  return applyVerdict({ order: { id: "o", fiscal }, verdict, metadata: { pdfUrl: "p", xmlUrl: null } })
}

describe("verdict of the authority", () => {
  it("advances the document and returns its id", () => {
    const { fiscal, result } = say(standing("pending", { metadata: { claveAcceso: "1" } }), "authorized")
    expect(fiscal).toMatchObject({
      status: "authorized",
      metadata: { claveAcceso: "1", pdfUrl: "p" },
      sourceEvent: "fiscal.callback",
    })
    expect(fiscal?.metadata).not.toHaveProperty("xmlUrl")
    expect(result).toEqual({ kind: "updated", documentId: ID, receiptId: "o", status: "authorized" })
  })

  it("about our credit note replaces the invoice's metadata", () => {
    const invoice = { providerDocId: "invoice", pdfUrl: "invoice.pdf", numeroAutorizacion: "1" }
    const order = { id: "o", fiscal: standing("cancelling", { metadata: invoice, step: 2 }) }
    const verdict = { countryCode: "EC", eventType: "cancelled", occurredAt: "2026-11-21T18:00:00.000Z" } as const
    const said = { order, verdict, metadata: { docSubtype: "credit_note" } }
    const cancelledAt = verdict.occurredAt
    expect(applyVerdict({ ...said, another: { providerDocId: ID } }).fiscal?.metadata).toEqual({
      providerDocId: ID,
      docSubtype: "credit_note",
      cancelledAt,
    })
    expect(applyVerdict(said).fiscal?.metadata).toEqual({ ...invoice, docSubtype: "credit_note", cancelledAt })
  })

  it("about a document of another provider creates a new standing", () => {
    expect(say(null, "authorized").fiscal).toMatchObject({ status: "authorized", fiscalRequestId: null, step: 1 })
  })

  it.each([
    ["authorized", "authorized", "ALREADY_SO"],
    ["authorized", "rejected", "REGRESSION"],
    ["cancelled", "authorized", "REGRESSION"],
    ["authorized", "denied", "REGRESSION"],
    ["authorized", "error", "REGRESSION"],
    ["rejected", "fiscal_graphic", "REGRESSION"],
  ] as const)("%s, then %s: ignored, %s", (status, eventType, reason) => {
    const before = standing(status)
    const { fiscal, result, event } = say(before, eventType)
    expect([fiscal, event]).toEqual([before, null])
    expect(result).toEqual({ kind: "ignored", reason, status })
  })

  it.each(["rejected", "denied", "error"] as const)("%s with another reason replaces the reason", (status) => {
    const before = standing(status, { error: { code: "35", message: "No" } })
    const { fiscal, result, event } = say(before, status, "BR")
    expect([fiscal, result.kind, event]).toEqual([
      {
        ...before,
        error: { code: "43", message: "CLAVE ACCESO REGISTRADA" },
        metadata: { pdfUrl: "p" },
        sourceEvent: "fiscal.callback",
      },
      "updated",
      null,
    ])
    expect(say(fiscal, status, "BR").result).toEqual({ kind: "ignored", reason: "ALREADY_SO", status })
  })

  it.each(["rejected", "denied", "error"] as const)(
    "after %s: the document was sent again, and its error is gone",
    (status) => {
      const { fiscal, result, event } = say(
        standing(status, { error: { code: "35", message: "No" } }),
        "authorized",
        "BR",
      )
      expect([fiscal?.status, result.kind, event]).toEqual(["authorized", "updated", "order.invoiced"])
      expect(fiscal).not.toHaveProperty("error")
    },
  )

  it.each([
    ["rejected", "denied"],
    ["denied", "rejected"],
  ] as const)("%s, then %s: the newest failure is told", (status, eventType) => {
    const { fiscal } = say(standing(status, { error: { code: "35", message: "No" } }), eventType)
    expect(fiscal).toMatchObject({ status: eventType, error: { code: "43" } })
  })

  it("authorized changes neither a refused void nor its reason", () => {
    const error = { code: "35", message: "Too late" }
    const { fiscal, event } = say(standing("rejected", { step: 2, stillValid: true, error }), "authorized", "BR")
    expect(fiscal).toMatchObject({ status: "rejected", step: 2, stillValid: true, error, metadata: { pdfUrl: "p" } })
    expect(event).toBeNull()
  })

  it("that refuses the void leaves the document rejected and valid, and a second void is possible", () => {
    const { fiscal } = say(standing("cancelling", { step: 2 }), "rejected")
    expect(fiscal).toMatchObject({ status: "rejected", stillValid: true, error: { code: "43" } })
    expect(requestVoid({ fiscal })).toMatchObject({ status: "cancelling", step: 2 })
    expect(requestVoid({ fiscal })).not.toHaveProperty("error")
  })

  it.each([
    ["pending", "authorized", "order.invoiced"],
    ["authorized", "cancelled", "order.reversed"],
    ["cancelling", "cancelled", "order.reversed"],
    ["cancelling", "authorized", null],
    ["pending", "rejected", null],
  ] as const)("in Brazil %s, then %s emits %s; elsewhere nothing is", (status, eventType, event) => {
    expect(say(standing(status), eventType, "BR").event).toBe(event)
    expect(say(standing(status), eventType, "EC").event).toBeNull()
  })

  it("changes the status of invoice, credit note or both", () => {
    const issue = aFiscalRecord()
    const cancel = { ...aFiscalRecord(), operation: "CANCEL" as const }
    const said = (
      eventType: FiscalCallback["eventType"],
      documents: { issue: typeof issue | null; cancel: typeof issue | null },
    ) =>
      documentStatusesOf(eventType, documents).map(({ record, documentStatus }) => [record.operation, documentStatus])
    expect(said("authorized", { issue, cancel })).toEqual([["ISSUE", "AUTHORIZED"]])
    expect(said("rejected", { issue, cancel: null })).toEqual([["ISSUE", "REJECTED"]])
    expect(said("rejected", { issue, cancel })).toEqual([["CANCEL", "REJECTED"]])
    expect(said("cancelled", { issue, cancel })).toEqual([
      ["ISSUE", "CANCELLED"],
      ["CANCEL", "AUTHORIZED"],
    ])
    expect(said("fiscal_graphic", { issue, cancel })).toEqual([])
  })
})

describe("mergeFiscal", () => {
  const stores = standing("pending")
  const voided = standing("cancelling", { step: 2, compensates: { documentNumber: "1" } })

  it.each([
    ["nobody has one", null, null, null],
    ["the store's is new", null, stores, stores],
    [
      "the authority's word stays over an older copy of the store's",
      standing("authorized"),
      stores,
      standing("authorized"),
    ],
    ["the store's void is later than the authorization", standing("authorized"), voided, voided],
    [
      "the store numbered too: its own is the order's",
      standing("authorized", { fiscalRequestId: "x" }),
      stores,
      stores,
    ],
    [
      "the store numbered what another provider had issued and voided",
      standing("cancelled", { fiscalRequestId: null, step: 2 }),
      stores,
      stores,
    ],
  ])("%s", (_what, hub, home, merged) => {
    expect(mergeFiscal(hub, home)).toEqual(merged)
  })

  it("keeps the authority's metadata when the store requests a void", () => {
    const hub = standing("authorized", { metadata: { numeroAutorizacion: "9" } })
    expect(mergeFiscal(hub, voided)?.metadata).toEqual({ numeroAutorizacion: "9" })
  })

  it("keeps the QR codes of both versions", () => {
    const hub = standing("authorized", { codes: { [ID]: "https://code" } })
    expect(mergeFiscal(hub, voided)).toMatchObject({ status: "cancelling", codes: { [ID]: "https://code" } })
    expect(mergeFiscal({ ...hub, status: "cancelled" }, voided)?.codes).toEqual({ [ID]: "https://code" })
    const more = { order: { id: "o", fiscal: hub }, metadata: {}, codes: { note: "https://note" } }
    const verdict = {
      countryCode: "AR" as const,
      eventType: "cancelled" as const,
      occurredAt: "2026-11-21T18:00:00.000Z",
    }
    expect(applyVerdict({ ...more, verdict }).fiscal?.codes).toEqual({ [ID]: "https://code", note: "https://note" })
  })

  it("keeps a cancelled or refused document and takes over the void's request", () => {
    expect(mergeFiscal(standing("cancelled"), voided)).toMatchObject({ status: "cancelled", step: 2, compensates: {} })
  })

  it("resumes a void that was requested before a rejection and an authorization", () => {
    const refused = standing("rejected", { error: { code: "35", message: "No" } })
    const atHome = mergeFiscal(refused, voided)
    expect(atHome).toMatchObject({ status: "rejected", step: 2 })
    const authorized = standing("authorized", { metadata: { numeroAutorizacion: "9" } })
    const merged = mergeFiscal(authorized, atHome)
    expect(merged).toMatchObject({
      status: "cancelling",
      step: 2,
      compensates: {},
      metadata: { numeroAutorizacion: "9" },
    })
    expect(merged).not.toHaveProperty("error")
    expect(merged?.status).toBe(mergeFiscal(authorized, voided)?.status)
  })

  it("gives both sides the same result in any order", () => {
    for (const hub of [null, standing("authorized"), standing("cancelled", { step: 2 })]) {
      for (const home of [null, stores, voided]) {
        const atHub = mergeFiscal(hub, home)
        expect(mergeFiscal(hub, atHub)).toEqual(mergeFiscal(atHub, home))
      }
    }
  })
})
