/**
 * Applies the authority's verdict to an order's `fiscal`, and merges the hub's and the box's versions of it
 * (docs/contract/callbacks.md#fiscal-callback, docs/contract/fiscal.md#which-side-numbers).
 */

import { step } from "../../machine.ts"
import type { FiscalCallback } from "../../shapes/callback-fiscal.ts"
import type { FiscalRecord, FiscalStanding } from "../../shapes/fiscal-record.ts"
import type { DocumentStatus } from "../../shapes/fiscal-representation.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import { textOf } from "../../unknown-values.ts"
import { FISCAL_STATES, fiscalStateOf } from "./fiscal-states.ts"

/** The result in the callback's queue record. */
export type VerdictResult =
  | { readonly kind: "updated"; readonly documentId: string; readonly receiptId: string; readonly status: string }
  | { readonly kind: "ignored"; readonly reason: "ALREADY_SO" | "REGRESSION"; readonly status: string | null }

interface VerdictOutcome {
  readonly fiscal: FiscalStanding | null
  readonly result: VerdictResult
  /** For Brazil only. */
  readonly event: "order.invoiced" | "order.reversed" | null
}

type Verdict = Pick<FiscalCallback, "countryCode" | "eventType" | "occurredAt" | "document" | "error">

export interface VerdictInput {
  readonly order: Pick<OrderRecord, "id" | "fiscal">
  readonly verdict: Verdict
  /** The document's metadata, normalised by its country; empty for a failure. */
  readonly metadata: FreeForm
  /** Known metadata of the credit note if the verdict is about it; it replaces the invoice's. */
  readonly another?: FreeForm | undefined
  /** QR codes made from the authority's answer, by the request id of their document. */
  readonly codes?: FiscalStanding["codes"]
}

/** Applies a verdict. One that does not advance the document changes nothing and returns the reason. */
export function applyVerdict({ order, verdict, metadata, another, codes }: VerdictInput): VerdictOutcome {
  const fiscal = readStanding(order)
  const state = fiscalStateOf(fiscal)
  const next = step(FISCAL_STATES, state, verdict.eventType)
  if (next === null || (fiscal && state === verdict.eventType && !bringsNews(fiscal, verdict))) {
    const reason = state === verdict.eventType ? "ALREADY_SO" : "REGRESSION"
    return { fiscal, result: { kind: "ignored", reason, status: fiscal?.status ?? null }, event: null }
  }
  const ruled = updateStanding(fiscal, verdict, { next, metadata, another, codes })
  const documentId = ruled.fiscalRequestId ?? textOf(ruled.metadata.providerDocId) ?? order.id
  const result = { kind: "updated", documentId, receiptId: order.id, status: ruled.status } as const
  return { fiscal: ruled, result, event: eventOf(verdict, state, next) }
}

/** Whether a verdict of the same state brings news: a graphic, or another reason for a failure. */
function bringsNews({ error: told }: FiscalStanding, { eventType, error }: Verdict): boolean {
  if (eventType === "fiscal_graphic") return true
  return FAILED.includes(eventType) && (told?.code !== error?.code || told?.message !== error?.message)
}

function updateStanding(
  fiscal: FiscalStanding | null,
  { countryCode, eventType, occurredAt, error }: Verdict,
  { next, metadata, another, codes }: Pick<VerdictInput, "metadata" | "another" | "codes"> & { next: string },
): FiscalStanding {
  const { error: earlier, stillValid: _mark, ...kept } = fiscal ?? emptyStanding(countryCode)
  const failure = error ?? (next === "rejected, still valid" ? earlier : undefined)
  const sent = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null && value !== undefined))
  const when = eventType === "cancelled" ? { cancelledAt: occurredAt } : {}
  return {
    ...kept,
    status: next === "rejected, still valid" ? "rejected" : next,
    metadata: { ...(another ?? kept.metadata), ...sent, ...when },
    step: Math.max(kept.step, eventType === "cancelled" ? 2 : 1),
    sourceEvent: "fiscal.callback",
    ...(codes && { codes: { ...kept.codes, ...codes } }),
    ...(failure && { error: failure }),
    ...(next === "rejected, still valid" && { stillValid: true }),
  }
}

function emptyStanding(countryCode: string): FiscalStanding {
  return {
    status: "pending",
    countryCode,
    metadata: {},
    fiscalRequestId: null,
    step: 1,
    sourceEvent: "fiscal.callback",
  }
}

function eventOf({ countryCode }: Verdict, from: string, to: string): VerdictOutcome["event"] {
  if (countryCode !== "BR" || from === to) return null
  return to === "authorized" ? "order.invoiced" : to === "cancelled" ? "order.reversed" : null
}

/** The order's `fiscal` when its cancellation requests the void of the document; null if there is nothing to void. */
export function requestVoid(order: Pick<OrderRecord, "fiscal">): FiscalStanding | null {
  const fiscal = readStanding(order)
  if (fiscal === null || step(FISCAL_STATES, fiscalStateOf(fiscal), "void requested") === null) return null
  const { error: _earlier, stillValid: _mark, ...kept } = fiscal
  return { ...kept, status: "cancelling", step: 2 }
}

const FAILED: readonly string[] = ["rejected", "denied", "error"]
/** Statuses in which the authority's verdict wins over a later step of the store. */
const FINAL_STATUSES: readonly string[] = ["cancelled", ...FAILED]

/**
 * Merges two versions of an order's `fiscal`. The home numbers and requests voids; the hub receives verdicts. The later `step` wins. In
 * the same step the hub wins, unless the home has another document. A document of another provider that is void gives way to a number
 * that the home drew.
 */
export function mergeFiscal(hubs: OrderRecord["fiscal"], homes: OrderRecord["fiscal"]): OrderRecord["fiscal"] {
  const hub = readStanding({ fiscal: hubs })
  const home = readStanding({ fiscal: homes })
  if (hub === null || home === null) return home ?? hub
  const metadata = { ...home.metadata, ...hub.metadata }
  const codes = hub.codes && { codes: { ...home.codes, ...hub.codes } }
  if (home.step <= hub.step) return isOtherDocument(home, hub) ? home : hub
  if (!FINAL_STATUSES.includes(hub.status)) return { ...resumeVoid(home, hub), metadata, ...codes }
  const { step: last, fiscalRequestId, compensates } = home
  return { ...hub, step: last, fiscalRequestId, ...(compensates !== undefined && { compensates }), metadata, ...codes }
}

/** Whether the home numbered another document than the hub's, in the same step or after a foreign document was voided. */
function isOtherDocument(home: FiscalStanding, hub: FiscalStanding): boolean {
  if (home.fiscalRequestId === null || home.fiscalRequestId === hub.fiscalRequestId) return false
  return home.step === hub.step || (hub.fiscalRequestId === null && hub.status === "cancelled")
}

/** If the hub's authorization came after the home's failure, the requested void is under way again. */
function resumeVoid(home: FiscalStanding, hub: FiscalStanding): FiscalStanding {
  if (hub.status !== "authorized" || home.stillValid || !FAILED.includes(home.status)) return home
  const { error: _earlier, ...kept } = home
  return { ...kept, status: "cancelling" }
}

/** New statuses of the numbered documents after a verdict. A void changes two: the invoice and its credit note. */
export function documentStatusesOf(
  eventType: FiscalCallback["eventType"],
  { issue, cancel }: { issue: FiscalRecord | null; cancel: FiscalRecord | null },
): { readonly record: FiscalRecord; readonly documentStatus: DocumentStatus }[] {
  const documentStatus = STATUS_OF[eventType]
  if (documentStatus === null) return []
  if (eventType === "cancelled") {
    return [
      ...(issue ? [{ record: issue, documentStatus: "CANCELLED" as const }] : []),
      ...(cancel ? [{ record: cancel, documentStatus: "AUTHORIZED" as const }] : []),
    ]
  }
  const ruled = eventType !== "authorized" && cancel ? cancel : issue
  return ruled ? [{ record: ruled, documentStatus: documentStatus }] : []
}

const STATUS_OF: Readonly<Record<FiscalCallback["eventType"], DocumentStatus | null>> = {
  fiscal_graphic: null,
  authorized: "AUTHORIZED",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
  denied: "DENIED",
  error: "ERROR",
}

/** The order's `fiscal` with all fields. Orders of earlier versions have only a status. */
function readStanding({ fiscal }: Pick<OrderRecord, "fiscal">): FiscalStanding | null {
  if (fiscal === null || typeof fiscal.status !== "string") return null
  const bare = { countryCode: null, metadata: {}, fiscalRequestId: null, step: 1, sourceEvent: "fiscal.callback" }
  return { ...bare, ...fiscal } as FiscalStanding
}
