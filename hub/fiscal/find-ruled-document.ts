/** Finds which of an order's documents a ruling is about, and checks that the ruling is possible for it (docs/contract/callbacks.md#fiscal-callback). */
import type { Fault } from "../../protocol/refusals.ts"
import { adapterOf } from "../../protocol/rules/fiscal/countries/index.ts"
import { toDocumentFault } from "../../protocol/rules/fiscal/fiscal-callback.ts"
import { storeFiscal } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { knownDocument, numberedMetadata } from "../../protocol/rules/fiscal/fiscal-record.ts"
import type { VerdictInput } from "../../protocol/rules/fiscal/fiscal-verdict.ts"
import { ownReferences, voids } from "../../protocol/rules/fiscal/order-documents.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"
import { requireStore } from "../tenants/index.ts"
import { findByEvent, requestsOf, type StoredRequest } from "./requests-store.ts"

export type Verdict = VerdictInput["verdict"] & Pick<FiscalCallback, "orderId" | "eventId">

export interface VerdictFacts extends Pick<VerdictInput, "metadata" | "another" | "codes"> {
  readonly graphic: { readonly fiscalRequestId: string; readonly qr: string } | null
}

interface RuledDocument {
  /** The document whose event the ruling names. */
  readonly named: StoredRequest | null
  /** False when the other side's document has replaced this one. */
  readonly current: boolean
  readonly documents: readonly StoredRequest[]
  /** Paths of faults are those of the report. */
  readonly said: VerdictFacts | { readonly faults: readonly Fault[] }
}

export async function findRuledDocument(
  scope: TenantRead,
  order: OrderRecord,
  verdict: Verdict,
): Promise<RuledDocument> {
  const requests = await requestsOf(scope, order.orderExternal)
  const named = await findByEvent(scope, verdict.eventId)
  const chain = ownRequests(order, requests)
  const current = named === null || chain.some((one) => isSame(one, named))
  const documents = current ? chain : requests.filter((one) => isOfPair(one, named))
  const said = checkDocument(verdict, documents, await requireStore(scope, order.storeId))
  return { named, current, documents, said }
}

/** The requests of the order's own documents: its invoice and the credit note that voids it. Hub or store may have numbered either. */
function ownRequests(order: OrderRecord, requests: readonly StoredRequest[]): StoredRequest[] {
  const references = ownReferences(order)
  return requests.filter(({ record }) => references.includes(record.fiscalRequestId))
}

/** An invoice and its credit note. */
function isOfPair(one: StoredRequest, named: StoredRequest): boolean {
  return isSame(one, named) || voids(one.record, named.record) || voids(named.record, one.record)
}

function isSame(one: StoredRequest, other: StoredRequest): boolean {
  return one.record.fiscalRequestId === other.record.fiscalRequestId
}

/** Null when there is no such document. */
export function findNumbered(
  documents: readonly StoredRequest[],
  operation: FiscalRecord["operation"],
): StoredRequest | null {
  return documents.find(({ record }) => record.operation === operation && record.requestStatus === "GENERATED") ?? null
}

/** A callback about a document that the hub numbered must name that document. */
function checkDocument(
  { countryCode, document, eventType, error }: Verdict,
  documents: readonly StoredRequest[],
  place: Store,
): RuledDocument["said"] {
  if (!document) return { metadata: {}, graphic: null }
  const adapter = adapterOf(countryCode)
  if (!adapter) return { metadata: document, graphic: null }
  const operation = eventType === "authorized" ? "ISSUE" : eventType === "cancelled" ? "CANCEL" : null
  const record = (operation && findNumbered(documents, operation)?.record) ?? null
  const numbered = record && knownDocument(record, place)
  const environment = record?.environment ?? storeFiscal(place)?.environment ?? "PRODUCTION"
  const checked = adapter.checkDocument(document, operation === "ISSUE" ? numbered : null, environment)
  if ("faults" in checked) {
    // A refused document may have wrong data, so its refusal is accepted without this check.
    return error ? { metadata: {}, graphic: null } : { faults: checked.faults.map(toDocumentFault) }
  }
  // A void may name the invoice or its credit note. Only one about the note sets the note's code.
  const coded = numbered && adapter.checkDocument(document, numbered, environment)
  const itself = record && coded && !("faults" in coded) ? { record, ...coded } : null
  const graphic = itself?.graphic ? { fiscalRequestId: itself.record.fiscalRequestId, ...itself.graphic } : null
  return {
    metadata: checked.metadata,
    ...(itself?.record.operation === "CANCEL" && { another: numberedMetadata(itself.record) }),
    graphic,
    ...(graphic && { codes: { [graphic.fiscalRequestId]: graphic.qr } }),
  }
}
