/** Converts a stored numbering record into the answer of the endpoint, the order's `fiscalRepresentation` and the order's `fiscal`. */
import { fromText, toMajor } from "../../money.ts"
import type { FiscalRecord, FiscalStanding } from "../../shapes/fiscal-record.ts"
import type {
  Compensated,
  FiscalPrinting,
  FiscalRepresentation,
  FiscalRequest,
  NumberingFailurePolicy,
} from "../../shapes/fiscal-representation.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import type { Company, FiscalAdapter, KnownDocument, NumberedDocument } from "./countries/index.ts"
import { storeFiscal } from "./fiscal-policy.ts"
import { documentsOf } from "./order-documents.ts"

const IDENTITY_VERSION = "1"
/** Failures that a retry with the same body cannot solve: the register must send another buyer. */
const NOT_RETRYABLE: readonly string[] = ["FISCAL_BUYER_INVALID"]
/** Numbering was not attempted, so the order gets no representation. */
const NUMBERING_OFF = "FISCAL_NOT_CONFIGURED"

type NumberFields = Pick<NumberedDocument, "countryData" | "graphic"> &
  Pick<FiscalRepresentation, "documentNumber" | "issuedAt" | "authorizationMode">

/** The fields of a numbering that drew no number. */
export const NO_NUMBER: Omit<NumberFields, "countryData"> & { readonly countryData: null } = {
  documentNumber: null,
  issuedAt: null,
  authorizationMode: null,
  countryData: null,
  graphic: null,
}

interface RepresentationInput {
  readonly place: { readonly store: Store; readonly requestId: string }
  readonly adapter: FiscalAdapter | null
  readonly compensates: Compensated | null
  /** The document that this one replaces. */
  readonly before: FiscalRecord | null
}

export function buildRepresentation(
  number: NumberFields | typeof NO_NUMBER,
  { place: { store, requestId }, adapter, compensates, before }: RepresentationInput,
): FiscalRepresentation {
  const { documentNumber, issuedAt, authorizationMode, countryData, graphic } = number
  const fiscal = storeFiscal(store)
  return {
    documentNumber,
    issuedAt,
    authorizationMode,
    numberingStatus: "GENERATED",
    environment: fiscal?.environment ?? "SANDBOX",
    countryData,
    compensates,
    providerCode: adapter?.code ?? "none",
    providerIdentity: { name: fiscal?.provider ?? "none", version: IDENTITY_VERSION, reference: requestId },
    providerMetadata: {},
    graphic,
    failure: null,
    history: before ? [{ ...before.representation, history: [] }] : [],
  }
}

/** The answer of the numbering endpoint and of its lookup (docs/contract/fiscal.md#fiscal-request). */
export function fiscalRequestOf(
  record: FiscalRecord,
  { reused, policy }: { reused: boolean; policy: NumberingFailurePolicy },
): FiscalRequest {
  const { representation, documentType, documentLabel, authorizationLabel } = record
  const { documentNumber, authorizationMode, issuedAt, compensates, failure, countryData } = representation
  const graphic = representation.graphic ?? record.graphic ?? null
  return {
    fiscalRequestId: record.fiscalRequestId,
    orderCode: record.orderCode,
    reused,
    countryCode: record.countryCode,
    requestStatus: record.requestStatus,
    documentStatus: record.documentStatus,
    retryable: failure !== null && !NOT_RETRYABLE.includes(failure.code),
    environment: record.environment,
    document: {
      documentType,
      documentLabel,
      documentNumber,
      authorizationMode,
      authorizationLabel,
      issuedAt,
      compensates,
    },
    printing: printingOf(record),
    graphic,
    failure,
    countryData,
    policy: { numberingFailure: policy },
  }
}

/** Whether a receipt may be printed as a fiscal document: only while its document is valid or pending. */
export function printingOf({ requestStatus, documentStatus, representation }: FiscalRecord): FiscalPrinting {
  if (requestStatus === "FAILED") return { printable: false, mode: "NONE", reason: "NUMBERING_FAILED" }
  if (documentStatus !== "PENDING" && documentStatus !== "AUTHORIZED") {
    return { printable: false, mode: "NONE", reason: `DOCUMENT_${documentStatus}` }
  }
  const mode = representation.authorizationMode === "CONTINGENCY" ? "CONTINGENCY" : "FISCAL"
  return { printable: true, mode, reason: null }
}

/**
 * Returns the order with its numbered document. A second number from the other side goes to the history. A numbering that failed
 * shows in the representation without a document; numbering that is switched off shows nowhere.
 */
export function withNumbering(
  order: OrderRecord,
  records: readonly FiscalRecord[],
  sourceEvent: "order.injected" | "fiscal.numbered",
): OrderRecord {
  const { invoice, note, replaced } = documentsOf(records, order)
  const top = note ?? invoice ?? records.find(({ operation }) => operation === "ISSUE")
  if (!top || top.representation.failure?.code === NUMBERING_OFF) return order
  const replacedEntries = replaced.map(({ representation }) => ({ ...representation, history: [] }))
  const fiscalRepresentation = { ...top.representation, history: [...top.representation.history, ...replacedEntries] }
  const numbered: OrderRecord = { ...order, fiscalRepresentation }
  const isKnown = order.fiscal?.fiscalRequestId === top.fiscalRequestId
  if (isKnown || top.requestStatus === "FAILED") return numbered
  return { ...numbered, fiscal: nextStanding(order, top, sourceEvent) }
}

/** The order's `fiscal` after a new number. A void keeps the metadata of the invoice. */
export function nextStanding(
  { fiscal }: Pick<OrderRecord, "fiscal">,
  record: FiscalRecord,
  sourceEvent: string,
): FiscalStanding {
  const { operation, representation, fiscalRequestId, countryCode } = record
  const { metadata: known = {}, codes } = (fiscal ?? {}) as Partial<FiscalStanding>
  if (operation === "CANCEL") {
    const { compensates } = representation
    const kept = { metadata: known, ...(codes && { codes }) }
    return { status: "cancelling", countryCode, ...kept, fiscalRequestId, step: 2, sourceEvent, compensates }
  }
  const status = representation.authorizationMode === "CONTINGENCY" ? "contingency" : "pending"
  return { status, countryCode, metadata: numberedMetadata(record), fiscalRequestId, step: 1, sourceEvent }
}

/** The document as numbered, to compare the authority's answer with; null if no number was drawn. */
export function knownDocument(record: FiscalRecord, { timeZone, legal }: Store): KnownDocument | null {
  const { representation, buyer, totals, currencyCode, environment } = record
  const { documentNumber, countryData, issuedAt } = representation
  if (documentNumber === null || countryData === null || issuedAt === null) return null
  const amounts = { total: fromText(totals.total), tax: fromText(totals.tax) }
  const company = legal as Company | null
  const from = { issuedAt, timeZone, company, buyer, totals: amounts, currencyCode, environment }
  return { documentNumber, countryData, from }
}

/** The document's metadata before the authority rules. Amounts are in major units (docs/contract/conventions.md#envelopes). */
export function numberedMetadata({
  documentType,
  fiscalRequestId,
  representation,
  totals,
  currencyCode,
}: FiscalRecord) {
  return {
    ...representation.countryData,
    docType: documentType,
    providerDocId: fiscalRequestId,
    emittedAt: representation.issuedAt,
    totalAmount: toMajor(fromText(totals.total)),
    taxAmount: toMajor(fromText(totals.tax)),
    currencyCode,
  }
}
