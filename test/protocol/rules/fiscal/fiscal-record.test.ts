/** A kept numbering as its callers and its order see it. */
import { describe, expect, it } from "vitest"
import {
  fiscalRequestOf,
  knownDocument,
  nextStanding,
  printingOf,
  withNumbering,
} from "../../../../protocol/rules/fiscal/fiscal-record.ts"
import type { FiscalRecord } from "../../../../protocol/shapes/fiscal-record.ts"
import { aFiscalRecord } from "../../../kit/fiscal.ts"
import { anOrder, aStore } from "../../../kit/orders.ts"

const POLICY = { action: "CONTINUE", lostSaleReason: null, configVersion: "1", resolvedFrom: "default" } as const

const failing = (code: string): FiscalRecord => {
  const record = aFiscalRecord()
  const failure = { code, message: "no" }
  const representation = { ...record.representation, documentNumber: null, numberingStatus: "FAILED" as const, failure }
  return { ...record, requestStatus: "FAILED", representation }
}

describe("printing", () => {
  it.each([
    [{}, { printable: true, mode: "FISCAL", reason: null }],
    [{ documentStatus: "AUTHORIZED" }, { printable: true, mode: "FISCAL", reason: null }],
    [{ documentStatus: "REJECTED" }, { printable: false, mode: "NONE", reason: "DOCUMENT_REJECTED" }],
    [{ documentStatus: "CANCELLED" }, { printable: false, mode: "NONE", reason: "DOCUMENT_CANCELLED" }],
    [{ requestStatus: "FAILED" }, { printable: false, mode: "NONE", reason: "NUMBERING_FAILED" }],
  ] as [Partial<FiscalRecord>, object][])("%j: %j", (over, printing) => {
    expect(printingOf({ ...aFiscalRecord(), ...over })).toEqual(printing)
  })
})

describe("fiscal request", () => {
  it.each([
    ["FISCAL_RANGE_EXHAUSTED", true],
    ["FISCAL_BUYER_INVALID", false],
  ])("that failed with %s is retryable: %s", (code, retryable) => {
    expect(fiscalRequestOf(failing(code), { reused: false, policy: POLICY }).retryable).toBe(retryable)
  })
})

it("fiscal request shows a later QR code, and the representation does not change", () => {
  const record = aFiscalRecord()
  const bare = { ...record, representation: { ...record.representation, graphic: null } }
  expect(fiscalRequestOf(bare, { reused: false, policy: POLICY }).graphic).toBeNull()
  const late = { ...bare, graphic: { qr: "https://code" } }
  expect(fiscalRequestOf(late, { reused: false, policy: POLICY }).graphic).toEqual({ qr: "https://code" })
})

it("knownDocument has the data that the document was numbered from", () => {
  const record = aFiscalRecord()
  const { representation, totals } = record
  expect(knownDocument(record, aStore())).toMatchObject({
    documentNumber: representation.documentNumber,
    from: { issuedAt: representation.issuedAt, totals: { total: Number(totals.total), tax: Number(totals.tax) } },
  })
  expect(knownDocument(failing("FISCAL_RANGE_EXHAUSTED"), aStore())).toBeNull()
})

describe("order with a numbering record", () => {
  it("shows the credit note with the invoice's metadata", () => {
    const issue = aFiscalRecord()
    const order = withNumbering(anOrder(), [issue], "order.injected")
    expect(order.fiscal).toMatchObject({ status: "pending", step: 1, sourceEvent: "order.injected" })
    const note = aFiscalRecord()
    const { documentNumber, issuedAt } = issue.representation
    const compensates = {
      documentType: issue.documentType,
      documentNumber: documentNumber ?? "",
      issuedAt: issuedAt ?? "",
      countryData: {},
    }
    const representation = { ...note.representation, compensates }
    const voided = withNumbering(order, [issue, { ...note, operation: "CANCEL", representation }], "fiscal.numbered")
    expect(voided.fiscal).toMatchObject({ status: "cancelling", step: 2, metadata: { totalAmount: 6.5 } })
  })

  it("shows a failed numbering, and nothing when numbering is off", () => {
    const failed = withNumbering(anOrder(), [failing("FISCAL_RANGE_EXHAUSTED")], "order.injected")
    expect([failed.fiscal, failed.fiscalRepresentation?.failure?.code]).toEqual([null, "FISCAL_RANGE_EXHAUSTED"])
    const off = anOrder()
    expect(withNumbering(off, [failing("FISCAL_NOT_CONFIGURED")], "order.injected")).toBe(off)
  })

  it("is in contingency when numbered offline", () => {
    const record = aFiscalRecord()
    const representation = { ...record.representation, authorizationMode: "CONTINGENCY" as const }
    expect(nextStanding({ fiscal: null }, { ...record, representation }, "fiscal.numbered").status).toBe("contingency")
  })
})
