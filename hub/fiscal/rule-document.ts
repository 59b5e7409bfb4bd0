/** Works on a fiscal callback: the order's document becomes what the authority says, and whoever must hear of it does (document 2, *Fiscal provider callback*). */
import { adapterOf } from "../../protocol/rules/fiscal/index.ts"
import { storeFiscal } from "../../protocol/rules/fiscal-policy.ts"
import { knownDocument, numberedMetadata } from "../../protocol/rules/fiscal-record.ts"
import {
  applyVerdict,
  documentStatusesOf,
  type RuleParts,
  type VerdictResult,
} from "../../protocol/rules/fiscal-verdict.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { type KeptOrder, lockOrder, storesOf, updateOrder } from "../orders/index.ts"
import type { JobEnd } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type Downlink, type HoldLines, requireStore } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { referencesOf } from "./link-order.ts"
import { findByEvent, type KeptRequest, requestsOf, saveRequest } from "./requests-store.ts"
import { followVoid, isTwice } from "./void-twice.ts"

export interface RulingParts {
  readonly ids: Ids
  readonly downlink: Downlink
  readonly holdLines: HoldLines
}

export type Verdict = RuleParts["verdict"] & Pick<FiscalCallback, "orderId" | "eventId">

/** The end of the callback's job, in its transaction. */
export async function ruleDocument(tx: TenantWrite, parts: RulingParts, verdict: Verdict): Promise<JobEnd> {
  const orderId = verdict.orderId.toLowerCase()
  await holdOrderLines(tx, parts, [orderId])
  const kept = await lockOrder(tx, orderId)
  if (!kept) return { is: "failed", error: `there is no order ${verdict.orderId}` }
  const requests = await requestsOf(tx, kept.order.orderExternal)
  const named = await findByEvent(tx, verdict.eventId)
  const chain = documentsOf(kept.order, requests)
  // A document that the other side's has replaced is told of in its own record, and moves the order nowhere.
  const current = named === null || chain.some((one) => isSame(one, named))
  const documents = current ? chain : requests.filter(({ record }) => record.side === named.record.side)
  const checked = checkDocument(verdict, documents, await requireStore(tx, kept.order.storeId))
  if ("error" in checked) return { is: "failed", error: checked.error }
  const { graphic, ...said } = checked
  const documentStatuses = await saveStatuses(tx, { verdict, documents, graphic })
  if (!current) await followVoid(tx, parts.ids, named)
  const result = current
    ? await ruleOrder(tx, parts, { kept, verdict, ...said, documentStatuses })
    : ({ kind: "ignored", reason: "REPLACED_DOCUMENT", status: null } as const)
  return result.kind === "updated" ? { is: "processed", result } : { is: "ignored", result }
}

/** Of these orders' stores, before the orders. */
export async function holdOrderLines(
  tx: TenantWrite,
  { holdLines }: Pick<RulingParts, "holdLines">,
  orderIds: readonly string[],
): Promise<void> {
  const orders = new Set(orderIds.map((orderId) => orderId.toLowerCase()))
  await holdLines(tx, await storesOf(tx, orders))
}

/** What the order's representation is made of: the invoice, and the credit note that took its place; either side may have numbered one. */
function documentsOf(order: OrderRecord, requests: readonly KeptRequest[]): KeptRequest[] {
  const references = referencesOf(order)
  return requests.filter(({ record }) => references.includes(record.fiscalRequestId))
}

function isSame(one: KeptRequest, other: KeptRequest): boolean {
  return one.record.fiscalRequestId === other.record.fiscalRequestId
}

function find(documents: readonly KeptRequest[], operation: FiscalRecord["operation"]): KeptRequest | null {
  return documents.find(({ record }) => record.operation === operation && record.requestStatus === "GENERATED") ?? null
}

/** Of a document that was numbered here, the callback must speak of that very one. */
function checkDocument(
  { countryCode, document, eventType, error }: Verdict,
  documents: readonly KeptRequest[],
  place: Store,
): Checked | { error: string } {
  if (!document) return { metadata: {}, graphic: null }
  const adapter = adapterOf(countryCode)
  if (!adapter) return { metadata: document, graphic: null }
  const spokenOf = eventType === "authorized" ? "ISSUE" : eventType === "cancelled" ? "CANCEL" : null
  const record = (spokenOf && find(documents, spokenOf)?.record) ?? null
  const numbered = record && knownDocument(record, place)
  const environment = record?.environment ?? storeFiscal(place)?.environment ?? "PRODUCTION"
  const checked = adapter.checkDocument(document, spokenOf === "ISSUE" ? numbered : null, environment)
  if ("faults" in checked) {
    // What was refused may well be wrong in its document: the refusal is heard all the same.
    if (error) return { metadata: {}, graphic: null }
    return { error: checked.faults.map(({ path, message }) => `document.${path} ${message}`).join("; ") }
  }
  // A void may name the invoice or its credit note: only what speaks of the note makes the note's code.
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

type Status = Pick<FiscalRecord, "fiscalRequestId" | "documentStatus" | "graphic">

async function saveStatuses(
  tx: TenantWrite,
  { verdict: { eventType }, documents, graphic }: Spoken & Pick<Checked, "graphic">,
): Promise<Status[]> {
  const issue = find(documents, "ISSUE")
  const cancel = find(documents, "CANCEL")
  const pair = { issue: issue?.record ?? null, cancel: cancel?.record ?? null }
  const statuses: Status[] = []
  for (const { record, documentStatus } of documentStatusesOf(eventType, pair)) {
    const request = documents.find((one) => one.record.fiscalRequestId === record.fiscalRequestId)
    if (!request || isFinal(record.documentStatus, documentStatus)) continue
    const flag = isTwice(request.flag) ? request.flag : null
    const made = graphic?.fiscalRequestId === record.fiscalRequestId ? { graphic: { qr: graphic.qr } } : {}
    await saveRequest(tx, { ...request, record: { ...record, documentStatus, ...made }, submission: "ruled", flag })
    statuses.push({ fiscalRequestId: record.fiscalRequestId, documentStatus, ...made })
  }
  return statuses
}

/** An invoice that is void stays void; one that is authorized is not moved by a late failure; one that was refused may be sent again. */
function isFinal(is: FiscalRecord["documentStatus"], said: FiscalRecord["documentStatus"]): boolean {
  if (is === "CANCELLED" || is === said) return true
  if (is === "AUTHORIZED") return said !== "CANCELLED"
  return (is === "REJECTED" || is === "DENIED") && said === "ERROR"
}

interface Spoken {
  readonly verdict: Verdict
  readonly documents: readonly KeptRequest[]
}

interface Checked extends Pick<RuleParts, "metadata" | "another" | "codes"> {
  readonly graphic: { readonly fiscalRequestId: string; readonly qr: string } | null
}

interface Ruling extends Pick<RuleParts, "metadata" | "another" | "codes"> {
  readonly kept: KeptOrder
  readonly verdict: Verdict
  readonly documentStatuses: readonly Status[]
}

async function ruleOrder(
  tx: TenantWrite,
  { ids, downlink }: RulingParts,
  { kept, verdict, documentStatuses, ...said }: Ruling,
): Promise<VerdictResult> {
  const { fiscal, result, event } = applyVerdict({ order: kept.order, verdict, ...said })
  if (result.kind === "ignored") return result
  const atHome = kept.home === "hub"
  // What the store writes stays as the store has it: both copies read the same once its own knows the verdict.
  const own = atHome ? { updatedAt: tx.now, sequence: kept.order.sequence + 1 } : {}
  const order = { ...kept.order, fiscal, ...own }
  await updateOrder(tx, { ...kept, order }, kept.home)
  if (event) await recordEvents(tx, ids, { order, events: [{ type: event, at: tx.now }] })
  if (!atHome) {
    const body = { orderId: order.id, fiscal, documents: [...documentStatuses] }
    await downlink.append(tx.system, order.storeId, { kind: "fiscal.ruled", body })
  }
  return result
}
