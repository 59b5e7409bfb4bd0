/** Works on a fiscal callback: the order's document becomes what the authority says, and whoever must hear of it does (document 2, *Fiscal provider callback*). */
import { adapterOf } from "../../protocol/rules/fiscal/index.ts"
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
import type { FreeForm } from "../../protocol/shapes/scalars.ts"
import { type KeptOrder, lockOrder, updateOrder } from "../orders/index.ts"
import type { JobEnd } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { referencesOf, TWICE } from "./link-order.ts"
import { findByEvent, type KeptRequest, requestsOf, saveRequest } from "./requests-store.ts"

export interface RulingParts {
  readonly ids: Ids
  readonly downlink: Downlink
}

export type Verdict = RuleParts["verdict"] & Pick<FiscalCallback, "orderId" | "eventId">

/** The end of the callback's job, in its transaction. */
export async function ruleDocument(tx: TenantWrite, parts: RulingParts, verdict: Verdict): Promise<JobEnd> {
  const kept = await lockOrder(tx, verdict.orderId.toLowerCase())
  if (!kept) return { is: "failed", error: `there is no order ${verdict.orderId}` }
  const requests = await requestsOf(tx, kept.order.orderExternal)
  const named = await findByEvent(tx, verdict.eventId)
  const chain = documentsOf(kept.order, requests)
  // A document that the other side's has replaced is told of in its own record, and moves the order nowhere.
  const current = named === null || chain.some((one) => isSame(one, named))
  const documents = current ? chain : requests.filter(({ record }) => record.side === named.record.side)
  const checked = checkDocument(verdict, documents)
  if ("error" in checked) return { is: "failed", error: checked.error }
  const documentStatuses = await saveStatuses(tx, verdict, documents)
  const result = current
    ? await ruleOrder(tx, parts, { kept, verdict, metadata: checked.metadata, documentStatuses })
    : ({ kind: "ignored", reason: "REPLACED_DOCUMENT", status: null } as const)
  return result.kind === "updated" ? { is: "processed", result } : { is: "ignored", result }
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
  verdict: Verdict,
  documents: readonly KeptRequest[],
): { metadata: FreeForm } | { error: string } {
  const { countryCode, document, eventType } = verdict
  if (!document) return { metadata: {} }
  const adapter = adapterOf(countryCode)
  if (!adapter) return { metadata: document }
  const representation = eventType === "authorized" ? find(documents, "ISSUE")?.record.representation : undefined
  const { documentNumber, countryData } = representation ?? {}
  const numbered = documentNumber && countryData ? { documentNumber, countryData } : null
  const checked = adapter.checkDocument(document, numbered)
  if (!("faults" in checked)) return { metadata: checked.metadata }
  return { error: checked.faults.map(({ path, message }) => `document.${path} ${message}`).join("; ") }
}

type Status = { readonly fiscalRequestId: string; readonly documentStatus: FiscalRecord["documentStatus"] }

async function saveStatuses(
  tx: TenantWrite,
  { eventType }: Verdict,
  documents: readonly KeptRequest[],
): Promise<Status[]> {
  const issue = find(documents, "ISSUE")
  const cancel = find(documents, "CANCEL")
  const pair = { issue: issue?.record ?? null, cancel: cancel?.record ?? null }
  const statuses: Status[] = []
  for (const { record, documentStatus } of documentStatusesOf(eventType, pair)) {
    const request = documents.find((one) => one.record.fiscalRequestId === record.fiscalRequestId)
    if (!request || isFinal(record.documentStatus, documentStatus)) continue
    const flag = request.flag === TWICE ? TWICE : null
    await saveRequest(tx, { ...request, record: { ...record, documentStatus }, submission: "ruled", flag })
    statuses.push({ fiscalRequestId: record.fiscalRequestId, documentStatus })
  }
  return statuses
}

/** An invoice that is void stays void; one that was refused, or is authorized, is not moved by a late failure. */
function isFinal(is: FiscalRecord["documentStatus"], said: FiscalRecord["documentStatus"]): boolean {
  if (is === "CANCELLED" || is === said) return true
  if (is === "AUTHORIZED") return said !== "CANCELLED"
  return (is === "REJECTED" || is === "DENIED") && said !== "CANCELLED"
}

interface Ruling {
  readonly kept: KeptOrder
  readonly verdict: Verdict
  readonly metadata: FreeForm
  readonly documentStatuses: readonly Status[]
}

async function ruleOrder(
  tx: TenantWrite,
  { ids, downlink }: RulingParts,
  { kept, verdict, metadata, documentStatuses }: Ruling,
): Promise<VerdictResult> {
  const { fiscal, result, event } = applyVerdict({ order: kept.order, verdict, metadata })
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
