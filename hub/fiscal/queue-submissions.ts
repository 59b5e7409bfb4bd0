/** Queues the submission of numbered documents: for each an event, whose id the authority will echo, and a job. */
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, enqueueAll } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { markHanded, type StoredRequest } from "./requests-store.ts"

export const SUBMISSION_JOB = "fiscal.submit"
export const AUTHORITY_QUERY_JOB = "fiscal.ask"
/** Most authorities have ruled after this time. */
const ASK_AFTER_MS = 60_000

export interface SubmitBody {
  readonly fiscalRequestId: string
}

/** A stored request and its order. */
export interface SubmissionInput {
  readonly fiscalRequestId: string
  readonly order: OrderRecord
}

/** Runs in the transaction that has both the document and its order. */
export async function queueSubmission(tx: TenantWrite, ids: Ids, leaving: SubmissionInput): Promise<void> {
  const { order } = leaving
  const told = await queueSubmissions(tx, ids, [leaving])
  await recordEvents(tx, ids, { order, events: told.get(order.id) ?? [] })
}

/** Queues many, and returns their events by order id. The caller records them with the other events of these orders. */
export async function queueSubmissions(
  tx: TenantWrite,
  ids: Ids,
  leaving: readonly SubmissionInput[],
): Promise<ReadonlyMap<string, readonly OrderEvent[]>> {
  const told = new Map<string, OrderEvent[]>()
  if (leaving.length === 0) return told
  const handed = leaving.map(({ fiscalRequestId, order: { id: orderId, storeId } }) => {
    return { fiscalRequestId, orderId, storeId, eventId: `evt_${ids.hex12()}` }
  })
  await markHanded(tx, handed)
  const jobs = handed.map(({ fiscalRequestId, storeId }) => {
    const body: SubmitBody = { fiscalRequestId }
    return { kind: SUBMISSION_JOB, lane: `fiscal/${storeId}`, body }
  })
  await enqueueAll(tx, ids, jobs)
  for (const { orderId, eventId } of handed) {
    const event: OrderEvent = { type: "order.sent_to_authority", at: tx.now, id: eventId }
    told.set(orderId, [...(told.get(orderId) ?? []), event])
  }
  return told
}

/** Plans a status query after the submission, for the case that the authority has not ruled by then. */
export async function scheduleAuthorityQuery(tx: TenantWrite, ids: Ids, request: StoredRequest): Promise<void> {
  const { fiscalRequestId, storeId } = request.record
  const runAt = new Date(Date.parse(tx.now) + ASK_AFTER_MS).toISOString()
  const body: SubmitBody = { fiscalRequestId }
  await enqueue(tx, ids, { kind: AUTHORITY_QUERY_JOB, lane: `fiscal/${storeId}`, body, runAt })
}
