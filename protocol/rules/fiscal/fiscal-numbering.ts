/** Numbers an order's fiscal document: chooses the emission point and sequence, and builds the record. Hub and box use it (docs/contract/fiscal.md#number-a-document). */
import { fromText, type Scaled, scaleMajor, toText } from "../../money.ts"
import { type Fault, invalid, type Refusal } from "../../refusals.ts"
import type { FiscalPoint } from "../../shapes/fiscal-point.ts"
import type { FiscalRecord, FiscalSide, NumberingBody } from "../../shapes/fiscal-record.ts"
import type { AuthorizationMode, Compensated, FiscalFailure } from "../../shapes/fiscal-representation.ts"
import type { Store } from "../../shapes/store.ts"
import {
  adapterOf,
  type Company,
  type FiscalAdapter,
  type FiscalBuyer,
  isNotNumbered,
  type NumberedDocument,
  notNumbered,
} from "./countries/index.ts"
import { storeFiscal } from "./fiscal-policy.ts"
import { buildRepresentation, NO_NUMBER } from "./fiscal-record.ts"

/** A validated numbering request with scaled amounts. */
export interface NumberingRequest extends Pick<FiscalRecord, "operation" | "orderId" | "buyer" | "metadata"> {
  readonly orderCode: string | null
  readonly totals: { readonly total: Scaled; readonly tax: Scaled }
  readonly currencyCode: string
  /** CANCEL: the record of the invoice. */
  readonly invoice: FiscalRecord | null
}

export interface NumberingContext {
  readonly store: Store
  readonly side: FiscalSide
  readonly mode: AuthorizationMode
  readonly requestId: string
  readonly now: string
}

/** An emission point that can issue the document, with the key and range of its sequence. */
export interface Candidate {
  readonly adapter: FiscalAdapter
  readonly point: FiscalPoint
  readonly key: string
  readonly first: number
  readonly last: number
}

export interface NumberingResult {
  readonly record: FiscalRecord
  /** The number to store as the sequence's last; null when no number was drawn. */
  readonly drawn: { readonly key: string; readonly sequence: number } | null
}

/** Validates a request. A void takes buyer, totals and currency from its invoice, whatever the body says. */
export function readNumbering(
  body: NumberingBody,
  { invoice, store }: { invoice: FiscalRecord | null; store: Pick<Store, "currency"> },
): NumberingRequest | Refusal<"VALIDATION_ERROR"> {
  const { operation, orderId, metadata = null } = body
  if (operation === "CANCEL" && invoice) {
    const { orderCode, buyer, currencyCode } = invoice
    const totals = { total: fromText(invoice.totals.total), tax: fromText(invoice.totals.tax) }
    return {
      operation,
      orderId,
      orderCode: body.orderCode ?? orderCode,
      buyer,
      totals,
      currencyCode,
      metadata,
      invoice,
    }
  }
  const faults: Fault[] = []
  const totals = { total: amountOf(body, "total", faults), tax: amountOf(body, "tax", faults) }
  if (faults.length === 0 && totals.tax > totals.total)
    faults.push({ path: "totals.tax", message: "must not be more than the total" })
  if (faults.length > 0) return invalid(...faults)
  const { orderCode = null, buyer = null, currencyCode = store.currency } = body
  return { operation, orderId, orderCode, buyer, totals, currencyCode, metadata, invoice: null }
}

function amountOf({ totals }: NumberingBody, key: "total" | "tax", faults: Fault[]): Scaled {
  const amount = totals?.[key]
  if (amount === undefined) {
    if (key === "total") faults.push({ path: "totals.total", message: "is required to issue" })
    return 0
  }
  const scaled = scaleMajor(amount)
  if (scaled === null || scaled < 0) {
    faults.push({ path: `totals.${key}`, message: "must be an amount of at least 0 with at most 4 decimals" })
  }
  return scaled ?? 0
}

/** The points of this side that can issue the document, in configured order; or why there is none. */
export function candidatesOf(
  request: NumberingRequest,
  { store, side }: NumberingContext,
): Candidate[] | FiscalFailure {
  const fiscal = storeFiscal(store)
  const adapter = adapterOf(store.countryCode)
  const points = fiscal?.points?.filter((point) => point.side === side) ?? []
  if (fiscal?.pointsUsedUp && side === "appliance") return pointsUsedUp()
  if (!fiscal || !adapter || points.length === 0) return numberingOff(store, side)
  const faults = points.map((point) => adapter.checkPoint(point))
  const validPoints = points.filter((_, index) => faults[index]?.length === 0)
  if (validPoints.length === 0) {
    const messages = faults.flat().map(({ path, message }) => `${path} ${message}`)
    return notNumbered(
      "FISCAL_POINT_INVALID",
      `The emission point of the ${side} cannot number: ${messages.join("; ")}.`,
    ).failure
  }
  const question = { ...documentQuestion(request, store) }
  const found = validPoints.flatMap((point) => {
    const documentType = adapter.documentTypeOf(point, question)
    if (documentType === null) return []
    const key = `${companyKey(store)}/${adapter.sequenceKey(point, documentType, fiscal.environment)}`
    return [{ adapter, point, key, ...adapter.range(point, documentType) }]
  })
  return found.length > 0
    ? found
    : notNumbered("FISCAL_NOT_CONFIGURED", `No emission point of the ${side} issues this kind of document.`).failure
}

/** Whether the document's number comes from an emission point that is configured for the store's box. */
export function isOwnSequence(store: Store, { sequenceKey, documentType, environment }: FiscalRecord): boolean {
  const adapter = adapterOf(store.countryCode)
  if (!adapter || documentType === null) return false
  const points = storeFiscal(store)?.points?.filter(({ side }) => side === "appliance") ?? []
  return points.some(
    (point) => `${companyKey(store)}/${adapter.sequenceKey(point, documentType, environment)}` === sequenceKey,
  )
}

/** Identifies the company. Two companies may have emission points with the same name. */
function companyKey({ countryCode, legal, vendorId }: Store): string {
  return `${countryCode}/${legal?.govIdNumber?.replaceAll(/\W/g, "") ?? vendorId}`
}

/** Nobody knows which numbers a replaced box had drawn, so its points are never used again. */
function pointsUsedUp(): FiscalFailure {
  const message = "Another box of this store has numbered from its emission points: add a new one for this box."
  return notNumbered("FISCAL_POINT_INVALID", message).failure
}

function numberingOff({ name, code }: Store, side: FiscalSide): FiscalFailure {
  return notNumbered(
    "FISCAL_NOT_CONFIGURED",
    `${code ?? name} has no emission point for its ${side}: numbering is off.`,
  ).failure
}

/**
 * Numbers the document from the first candidate with a number left. `lastOf` returns the last number of a sequence. A failure draws no
 * number, so it leaves no gap.
 */
export function numberDocument(
  request: NumberingRequest,
  place: NumberingContext,
  { candidates, lastOf }: { candidates: Candidate[] | FiscalFailure; lastOf: (key: string) => number | null },
): NumberingResult {
  if (!Array.isArray(candidates)) return failedNumbering(request, place, candidates)
  for (const candidate of candidates) {
    const sequence = Math.max((lastOf(candidate.key) ?? candidate.first - 1) + 1, candidate.first)
    if (sequence > candidate.last) continue
    const document = candidate.adapter.number(numberingQuestion(request, place, { candidate, sequence }))
    if (isNotNumbered(document)) return failedNumbering(request, place, document.failure)
    const drawn = { key: candidate.key, sequence }
    return { record: buildRecord(request, place, { document, drawn, adapter: candidate.adapter }), drawn }
  }
  const { failure } = notNumbered(
    "FISCAL_RANGE_EXHAUSTED",
    "Every authorised number is used: ask the authority for a new range and add it to the store's points.",
  )
  return failedNumbering(request, place, failure)
}

function numberingQuestion(
  request: NumberingRequest,
  { store, mode, requestId, now }: NumberingContext,
  { candidate, sequence }: { candidate: Candidate; sequence: number },
) {
  return {
    ...documentQuestion(request, store),
    point: candidate.point,
    sequence,
    issuedAt: now,
    timeZone: store.timeZone,
    environment: storeFiscal(store)?.environment ?? "SANDBOX",
    mode,
    totals: request.totals,
    currencyCode: request.currencyCode,
    requestId,
  }
}

function documentQuestion({ operation, buyer, invoice }: NumberingRequest, { legal }: Store) {
  return {
    operation,
    company: legal as Company | null,
    buyer: buyer as FiscalBuyer | null,
    compensates: invoice && toCompensated(invoice),
  }
}

/** The reference of a credit note to its invoice. */
function toCompensated({ documentType, representation }: FiscalRecord): Compensated | null {
  const { documentNumber, issuedAt, countryData } = representation
  if (documentNumber === null || issuedAt === null) return null
  return { documentType, documentNumber, issuedAt, countryData: countryData ?? {} }
}

interface DrawnNumber {
  readonly document: NumberedDocument
  readonly drawn: { readonly key: string; readonly sequence: number }
  readonly adapter: FiscalAdapter
}

function buildRecord(
  request: NumberingRequest,
  place: NumberingContext,
  { document, drawn, adapter }: DrawnNumber,
): FiscalRecord {
  const { documentType, documentLabel, authorizationLabel } = document
  const compensates = request.invoice && toCompensated(request.invoice)
  const representation = buildRepresentation(document, { place, adapter, compensates, before: request.invoice })
  const drawnFields = {
    sequenceKey: drawn.key,
    sequence: drawn.sequence,
    documentType,
    documentLabel,
    authorizationLabel,
  }
  return { ...baseRecord(request, place), requestStatus: "GENERATED", ...drawnFields, representation }
}

function failedNumbering(request: NumberingRequest, place: NumberingContext, failure: FiscalFailure): NumberingResult {
  const adapter = adapterOf(place.store.countryCode)
  const block = buildRepresentation(NO_NUMBER, { place, adapter, compensates: null, before: request.invoice })
  const representation = { ...block, numberingStatus: "FAILED" as const, failure }
  const none = { documentType: null, documentLabel: null, authorizationLabel: null, sequenceKey: null, sequence: null }
  return { record: { ...baseRecord(request, place), requestStatus: "FAILED", ...none, representation }, drawn: null }
}

function baseRecord(request: NumberingRequest, { store, side, requestId, now }: NumberingContext) {
  const { operation, orderId, orderCode, buyer, totals, currencyCode, metadata } = request
  return {
    fiscalRequestId: requestId,
    operation,
    orderId,
    orderCode,
    storeId: store.id,
    side,
    countryCode: store.countryCode,
    environment: storeFiscal(store)?.environment ?? ("SANDBOX" as const),
    documentStatus: "PENDING" as const,
    buyer,
    totals: { total: toText(totals.total), tax: toText(totals.tax) },
    currencyCode,
    metadata,
    requestedAt: now,
  }
}
