/** The rulings of the sandbox authority, and how a test asks for another one. */
import { fromText, toMajor } from "../../protocol/money.ts"
import type { Country } from "../../protocol/rules/fiscal/countries/index.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { SubmittedDocument } from "./authority.ts"

const SANDBOX_INSTRUCTIONS = [
  "authorize",
  "reject",
  "deny",
  "error",
  "graphic",
  "silence",
  "double",
  "late",
  "timeout",
  "refuse",
] as const
export type SandboxInstruction = (typeof SANDBOX_INSTRUCTIONS)[number]

/** The instruction in `metadata.sandbox` of the numbering or of the order, or in a buyer's name such as `SANDBOX reject`. */
export function instructionOf({ record, metadata }: SubmittedDocument): SandboxInstruction {
  const named = /^SANDBOX (\w+)$/i.exec(record.buyer?.name ?? "")?.[1]?.toLowerCase()
  const own = record.metadata?.sandbox
  const said = own ?? (record.operation === "ISSUE" ? (metadata.sandbox ?? named) : undefined)
  return SANDBOX_INSTRUCTIONS.find((one) => one === said) ?? "authorize"
}

/** The event of the callback by instruction; a void that succeeds is `cancelled`. */
const EVENTS: Partial<Record<SandboxInstruction, FiscalCallback["eventType"]>> = {
  reject: "rejected",
  deny: "denied",
  error: "error",
  graphic: "fiscal_graphic",
}

export function callbackOf(
  { record, company, orderId, eventId }: SubmittedDocument,
  instruction: SandboxInstruction,
  now: string,
): FiscalCallback {
  const { fiscalRequestId, operation, countryCode } = record
  const eventType = EVENTS[instruction] ?? (operation === "CANCEL" ? "cancelled" : "authorized")
  const base = {
    /** A numbered document has one. */
    countryCode: countryCode as Country,
    eventType,
    providerEventId: `sandbox-${fiscalRequestId}`,
    occurredAt: now,
    orderId,
    eventId,
  }
  if (eventType === "rejected" || eventType === "denied" || eventType === "error") {
    return { ...base, error: { code: `SANDBOX_${eventType.toUpperCase()}`, message: `The sandbox says ${eventType}.` } }
  }
  return { ...base, document: documentOf(record, company) as FiscalCallback["document"] }
}

/** The void of an invoice that has no credit note of ours. */
export function voidCallbackOf(invoice: SubmittedDocument, now: string): FiscalCallback {
  const { fiscalRequestId } = invoice.record
  const providerEventId = `sandbox-void-${fiscalRequestId}`
  return { ...callbackOf(invoice, "authorize", now), eventType: "cancelled", providerEventId }
}

/** The fields that an authority adds to a document, in each country's names. */
function documentOf(record: SubmittedDocument["record"], company: SubmittedDocument["company"]) {
  const { representation, totals, currencyCode, documentType, operation, fiscalRequestId, sequence } = record
  const link = `https://sandbox.invalid/${fiscalRequestId}`
  return {
    ...identifiersOf(record),
    docType: documentType ?? "document",
    docSubtype: operation === "CANCEL" ? "credit_note" : "invoice",
    pdfUrl: `${link}.pdf`,
    xmlUrl: `${link}.xml`,
    emittedAt: representation.issuedAt,
    totalAmount: toMajor(fromText(totals.total)),
    taxAmount: toMajor(fromText(totals.tax)),
    currencyCode,
    ...(record.countryCode === "AR" && {
      cae: digits(sequence ?? 0, 14),
      fechaVtoCae: dayAfter(representation.issuedAt),
    }),
    ...(record.countryCode === "BR" && { protocolo: digits(sequence ?? 0, 15) }),
    ...(record.countryCode === "VE" && { rifEmisor: company?.govIdNumber ?? null }),
    ...(record.countryCode === "CL" && { trackId: digits(sequence ?? 0, 10) }),
  }
}

/** Ecuador authorises by the access key itself. */
function identifiersOf({ countryCode, representation }: SubmittedDocument["record"]) {
  const data = representation.countryData ?? {}
  return countryCode === "EC" ? { claveAcceso: data.claveAcceso, numeroAutorizacion: data.claveAcceso } : data
}

const CAE_VALID_MS = 10 * 24 * 3_600_000

function dayAfter(moment: string | null): string {
  return new Date(Date.parse(moment ?? "1970-01-01") + CAE_VALID_MS).toISOString().slice(0, 10)
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "7")
}
