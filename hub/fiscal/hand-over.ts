/** Hands a numbered document over: its event is told, whose id the authority will echo, and a job gives it to the authority. */
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { enqueue } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { type KeptRequest, saveRequest } from "./requests-store.ts"

export const SUBMIT_KIND = "fiscal.submit"
export const ASK_KIND = "fiscal.ask"
/** An authority that answers at all has mostly ruled by then. */
const ASK_AFTER_MS = 60_000

export interface SubmitBody {
  readonly fiscalRequestId: string
}

/** In the transaction that knows both the document and its order. */
export async function handOver(
  tx: TenantWrite,
  ids: Ids,
  { request, order }: { request: KeptRequest; order: OrderRecord },
): Promise<void> {
  const eventId = `evt_${ids.hex12()}`
  await recordEvents(tx, ids, { order, events: [{ type: "order.sent_to_authority", at: tx.now, id: eventId }] })
  await saveRequest(tx, { ...request, orderId: order.id, eventId, submission: "handed" })
  const body: SubmitBody = { fiscalRequestId: request.record.fiscalRequestId }
  await enqueue(tx, ids, { kind: SUBMIT_KIND, lane: `fiscal/${order.storeId}`, body })
}

/** Once the authority has it: asked what became of it, unless it has ruled by then. */
export async function askLater(tx: TenantWrite, ids: Ids, request: KeptRequest): Promise<void> {
  const { fiscalRequestId, storeId } = request.record
  const runAt = new Date(Date.parse(tx.now) + ASK_AFTER_MS).toISOString()
  const body: SubmitBody = { fiscalRequestId }
  await enqueue(tx, ids, { kind: ASK_KIND, lane: `fiscal/${storeId}`, body, runAt })
}
