/**
 * What the authority's word makes of an order's document, and how the two sides' parts of it come together
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

/** What the queue's record shows of it. */
export type VerdictResult =
  | { readonly kind: "updated"; readonly documentId: string; readonly receiptId: string; readonly status: string }
  | { readonly kind: "ignored"; readonly reason: "ALREADY_SO" | "REGRESSION"; readonly status: string | null }

interface Ruled {
  readonly fiscal: FiscalStanding | null
  readonly result: VerdictResult
  /** Brazil alone sends these. */
  readonly event: "order.invoiced" | "order.reversed" | null
}

type Verdict = Pick<FiscalCallback, "countryCode" | "eventType" | "occurredAt" | "document" | "error">

export interface RuleDeps {
  readonly order: Pick<OrderRecord, "id" | "fiscal">
  readonly verdict: Verdict
  /** Of the document, normalised by its country; empty for a failure. */
  readonly metadata: FreeForm
  /** What is known of the credit note, where it is the one that is spoken of: nothing of the invoice is told beside it. */
  readonly another?: FreeForm | undefined
  /** The code that the authority's word has made possible, by the request of its document. */
  readonly codes?: FiscalStanding["codes"]
}

/** A verdict that does not advance is told with its reason and changes nothing. */
export function applyVerdict({ order, verdict, metadata, another, codes }: RuleDeps): Ruled {
  const fiscal = standing(order)
  const state = fiscalStateOf(fiscal)
  const next = step(FISCAL_STATES, state, verdict.eventType)
  if (next === null || (fiscal && state === verdict.eventType && !saysMore(fiscal, verdict))) {
    const reason = state === verdict.eventType ? "ALREADY_SO" : "REGRESSION"
    return { fiscal, result: { kind: "ignored", reason, status: fiscal?.status ?? null }, event: null }
  }
  const ruled = become(fiscal, verdict, { next, metadata, another, codes })
  const documentId = ruled.fiscalRequestId ?? textOf(ruled.metadata.providerDocId) ?? order.id
  const result = { kind: "updated", documentId, receiptId: order.id, status: ruled.status } as const
  return { fiscal: ruled, result, event: eventOf(verdict, state, next) }
}

/** A graphic is always kept; a document that was sent again may have been refused for another reason. */
function saysMore({ error: told }: FiscalStanding, { eventType, error }: Verdict): boolean {
  if (eventType === "fiscal_graphic") return true
  return FAILED.includes(eventType) && (told?.code !== error?.code || told?.message !== error?.message)
}

function become(
  fiscal: FiscalStanding | null,
  { countryCode, eventType, occurredAt, error }: Verdict,
  { next, metadata, another, codes }: Pick<RuleDeps, "metadata" | "another" | "codes"> & { next: string },
): FiscalStanding {
  const { error: earlier, stillValid: _mark, ...kept } = fiscal ?? nothingNumbered(countryCode)
  const told = error ?? (next === "rejected, still valid" ? earlier : undefined)
  const said = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null && value !== undefined))
  const when = eventType === "cancelled" ? { cancelledAt: occurredAt } : {}
  return {
    ...kept,
    status: next === "rejected, still valid" ? "rejected" : next,
    metadata: { ...(another ?? kept.metadata), ...said, ...when },
    step: Math.max(kept.step, eventType === "cancelled" ? 2 : 1),
    sourceEvent: "fiscal.callback",
    ...(codes && { codes: { ...kept.codes, ...codes } }),
    ...(told && { error: told }),
    ...(next === "rejected, still valid" && { stillValid: true }),
  }
}

function nothingNumbered(countryCode: string): FiscalStanding {
  return {
    status: "pending",
    countryCode,
    metadata: {},
    fiscalRequestId: null,
    step: 1,
    sourceEvent: "fiscal.callback",
  }
}

function eventOf({ countryCode }: Verdict, from: string, to: string): Ruled["event"] {
  if (countryCode !== "BR" || from === to) return null
  return to === "authorized" ? "order.invoiced" : to === "cancelled" ? "order.reversed" : null
}

/** Cancelling an order asks for the void of its document, where nobody has asked before. */
export function requestVoid(order: Pick<OrderRecord, "fiscal">): FiscalStanding | null {
  const fiscal = standing(order)
  if (fiscal === null || step(FISCAL_STATES, fiscalStateOf(fiscal), "void requested") === null) return null
  const { error: _earlier, stillValid: _mark, ...kept } = fiscal
  return { ...kept, status: "cancelling", step: 2 }
}

const FAILED: readonly string[] = ["rejected", "denied", "error"]
/** Where the authority's word is the last one, whatever the store went on to do before it heard it. */
const RULED: readonly string[] = ["cancelled", ...FAILED]

/**
 * One document, two writers: the home numbers and asks for the void, the hub hears the authority. What comes later in the life of
 * the document wins, by `step`; in the same step the hub does, unless it speaks of another document than the home's. What another provider issued
 * and voided is over: a number that the home has drawn begins anew.
 */
export function mergeFiscal(hubs: OrderRecord["fiscal"], homes: OrderRecord["fiscal"]): OrderRecord["fiscal"] {
  const hub = standing({ fiscal: hubs })
  const home = standing({ fiscal: homes })
  if (hub === null || home === null) return home ?? hub
  const metadata = { ...home.metadata, ...hub.metadata }
  const codes = hub.codes && { codes: { ...home.codes, ...hub.codes } }
  if (home.step <= hub.step) return isAnother(home, hub) ? home : hub
  if (!RULED.includes(hub.status)) return { ...withoutRefusal(home, hub), metadata, ...codes }
  const { step: last, fiscalRequestId, compensates } = home
  return { ...hub, step: last, fiscalRequestId, ...(compensates !== undefined && { compensates }), metadata, ...codes }
}

/** Numbered at home beside the hub's own, or after a document that we never numbered was void. */
function isAnother(home: FiscalStanding, hub: FiscalStanding): boolean {
  if (home.fiscalRequestId === null || home.fiscalRequestId === hub.fiscalRequestId) return false
  return home.step === hub.step || (hub.fiscalRequestId === null && hub.status === "cancelled")
}

/** A document that was refused, sent again and authorized before its void was heard of: the void is on its way again. */
function withoutRefusal(home: FiscalStanding, hub: FiscalStanding): FiscalStanding {
  if (hub.status !== "authorized" || home.stillValid || !FAILED.includes(home.status)) return home
  const { error: _earlier, ...kept } = home
  return { ...kept, status: "cancelling" }
}

/** What a verdict says of the numbered document itself: a void speaks of two of them. */
export function documentStatusesOf(
  eventType: FiscalCallback["eventType"],
  { issue, cancel }: { issue: FiscalRecord | null; cancel: FiscalRecord | null },
): { readonly record: FiscalRecord; readonly documentStatus: DocumentStatus }[] {
  const said = STATUS_OF[eventType]
  if (said === null) return []
  if (eventType === "cancelled") {
    return [
      ...(issue ? [{ record: issue, documentStatus: "CANCELLED" as const }] : []),
      ...(cancel ? [{ record: cancel, documentStatus: "AUTHORIZED" as const }] : []),
    ]
  }
  const ruled = eventType !== "authorized" && cancel ? cancel : issue
  return ruled ? [{ record: ruled, documentStatus: said }] : []
}

const STATUS_OF: Readonly<Record<FiscalCallback["eventType"], DocumentStatus | null>> = {
  fiscal_graphic: null,
  authorized: "AUTHORIZED",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
  denied: "DENIED",
  error: "ERROR",
}

/** An order of before, or one that a test marked, has a status alone. */
function standing({ fiscal }: Pick<OrderRecord, "fiscal">): FiscalStanding | null {
  if (fiscal === null || typeof fiscal.status !== "string") return null
  const bare = { countryCode: null, metadata: {}, fiscalRequestId: null, step: 1, sourceEvent: "fiscal.callback" }
  return { ...bare, ...fiscal } as FiscalStanding
}
