/** Applies a fiscal callback: sets the document's status, changes the order, publishes events and notifies the store (docs/contract/callbacks.md#fiscal-callback). */
import type { Fault } from "../../protocol/refusals.ts"
import { applyVerdict, documentStatusesOf, type VerdictResult } from "../../protocol/rules/fiscal/fiscal-verdict.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Ids } from "../../runtime/ids.ts"
import { lockOrder, lockStoreLogsOfOrders, type StoredOrderRow, updateOrder } from "../orders/index.ts"
import type { JobEnd } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { followVoid, isTwice } from "./cancel-duplicate.ts"
import { findNumbered, findRuledDocument, type Verdict, type VerdictFacts } from "./find-ruled-document.ts"
import { lockRequest, type StoredRequest, saveRequest } from "./requests-store.ts"

export interface RulingDeps {
  readonly ids: Ids
  readonly downlink: Downlink
}

/** Returns the end of the callback's job, in its transaction. */
export async function applyRuling(tx: TenantWrite, deps: RulingDeps, verdict: Verdict): Promise<JobEnd> {
  const orderId = verdict.orderId.toLowerCase()
  await lockStoreLogsOfOrders(tx, [orderId])
  const kept = await lockOrder(tx, orderId)
  if (!kept) return { is: "failed", error: `there is no order ${verdict.orderId}` }
  const { named, current, documents, said } = await findRuledDocument(tx, kept.order, verdict)
  if ("faults" in said) return { is: "failed", error: inWords(said.faults) }
  const { graphic, ...stands } = said
  const documentStatuses = await saveStatuses(tx, { verdict, documents, graphic })
  // A ruling on a replaced document changes its own record, and not the order.
  if (named && !current) await publishReplaced(tx, deps, { kept, named, documentStatuses })
  const result = current
    ? await ruleOrder(tx, deps, { kept, verdict, ...stands, documentStatuses })
    : ({ kind: "ignored", reason: "REPLACED_DOCUMENT", status: null } as const)
  return result.kind === "updated" ? { is: "processed", result } : { is: "ignored", result }
}

const inWords = (faults: readonly Fault[]) => faults.map(({ path, message }) => `${path} ${message}`).join("; ")

type Status = Pick<FiscalRecord, "fiscalRequestId" | "documentStatus" | "graphic">

async function saveStatuses(
  tx: TenantWrite,
  { verdict: { eventType }, documents, graphic }: Spoken & Pick<VerdictFacts, "graphic">,
): Promise<Status[]> {
  const issue = findNumbered(documents, "ISSUE")
  const cancel = findNumbered(documents, "CANCEL")
  const pair = { issue: issue?.record ?? null, cancel: cancel?.record ?? null }
  const statuses: Status[] = []
  for (const { record, documentStatus } of documentStatusesOf(eventType, pair)) {
    const { fiscalRequestId } = record
    const request = await lockRequest(tx, fiscalRequestId)
    if (!request || isFinal(request.record.documentStatus, documentStatus)) continue
    const flag = isTwice(request.flag) ? request.flag : null
    const made = graphic?.fiscalRequestId === fiscalRequestId ? { graphic: { qr: graphic.qr } } : {}
    const ruled = { ...request.record, documentStatus, ...made }
    await saveRequest(tx, { ...request, record: ruled, submission: "ruled", flag })
    statuses.push({ fiscalRequestId, documentStatus, ...made })
  }
  return statuses
}

/** A void invoice stays void. A late failure does not change an authorized one. A refused one may be submitted again. */
function isFinal(is: FiscalRecord["documentStatus"], said: FiscalRecord["documentStatus"]): boolean {
  if (is === "CANCELLED" || is === said) return true
  if (is === "AUTHORIZED") return said !== "CANCELLED"
  return (is === "REJECTED" || is === "DENIED") && said === "ERROR"
}

/** Sends the ruling on a second number to the store, so that the store's lookup shows it too. */
async function publishReplaced(
  tx: TenantWrite,
  { downlink }: RulingDeps,
  { kept, named, documentStatuses }: Pick<Ruling, "kept" | "documentStatuses"> & { readonly named: StoredRequest },
): Promise<void> {
  await followVoid(tx, named)
  const { id: orderId, fiscal, storeId } = kept.order
  if (kept.home === "hub" || fiscal === null || documentStatuses.length === 0) return
  const body = { orderId, fiscal, documents: [...documentStatuses] }
  await downlink.append(tx.system, storeId, { kind: "fiscal.ruled", body })
}

interface Spoken {
  readonly verdict: Verdict
  readonly documents: readonly StoredRequest[]
}

interface Ruling extends Omit<VerdictFacts, "graphic"> {
  readonly kept: StoredOrderRow
  readonly verdict: Verdict
  readonly documentStatuses: readonly Status[]
}

async function ruleOrder(
  tx: TenantWrite,
  { ids, downlink }: RulingDeps,
  { kept, verdict, documentStatuses, ...stands }: Ruling,
): Promise<VerdictResult> {
  const { fiscal, result, event } = applyVerdict({ order: kept.order, verdict, ...stands })
  if (result.kind === "ignored") return result
  const atHome = kept.home === "hub"
  // The store's fields stay as the store has them. Both copies are equal once the store has the ruling.
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
