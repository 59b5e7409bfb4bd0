/**
 * Asks the authority for the void of an invoice whose order was cancelled without a number for the void
 * (docs/contract/fiscal.md#document-after-a-cancellation). A provider without an adapter learns of it by the order's event.
 */
import type { RetryPolicy } from "../../protocol/rules/queue/retry.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { type ExternalJobKind, type ExternalResult, enqueue, type Job } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { publishedEvents } from "../webhooks/index.ts"
import type { SubmitBody } from "./queue-submissions.ts"
import { readHanded, type SubmitDocumentDeps } from "./submit-document.ts"

export const VOID_JOB = "fiscal.void"
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The request is repeated until the authority has ruled, because a restart may have lost it. */
const ASK_RETRY: RetryPolicy = {
  waitsMs: [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS],
  jitter: 0.2,
}

/** Enqueues the request, in the transaction that cancels the order. */
export async function queueVoid(tx: TenantWrite, ids: Ids, { id, fiscal }: OrderRecord): Promise<void> {
  const fiscalRequestId = fiscal?.status === "cancelling" && !fiscal.compensates ? fiscal.fiscalRequestId : null
  if (typeof fiscalRequestId !== "string") return
  const body: SubmitBody = { fiscalRequestId }
  await enqueue(tx, ids, { kind: VOID_JOB, lane: `void/${id}`, body })
}

export function voidKind(deps: SubmitDocumentDeps): ExternalJobKind<SubmitBody> {
  return { retry: ASK_RETRY, run: (job, signal) => askForVoid(deps, job, signal) }
}

async function askForVoid(
  deps: SubmitDocumentDeps,
  job: Job<SubmitBody>,
  signal: AbortSignal,
): Promise<ExternalResult> {
  const ready = await readHanded(deps, job)
  if (ready === null) return { end: { is: "retry", error: "the document was not handed to the authority yet" } }
  const { document, provider, order } = ready
  if (order.fiscal?.status !== "cancelling") {
    return { end: { is: "ignored", result: { kind: "ignored", reason: "RULED_MEANWHILE" } } }
  }
  const authority = provider !== null && Object.hasOwn(deps.authorities, provider) ? deps.authorities[provider] : null
  if (!authority?.void) return { end: { is: "ignored", result: { kind: "ignored", reason: "NO_PROVIDER" } } }
  const eventId = await cancelledEventOf(deps, job, order.id)
  if (eventId === null) return { end: { is: "retry", error: "the event of the cancellation is not here" } }
  await authority.void({ ...document, eventId }, signal)
  return { end: { is: "retry", error: "the authority was asked for the void and has not ruled" } }
}

/** A ruling on the void names the event of the cancellation, and a ruling on the invoice names the invoice's own. */
function cancelledEventOf({ store }: SubmitDocumentDeps, { tenant }: Job, orderId: string): Promise<string | null> {
  return store.read(tenant, async (scope) => {
    const events = await publishedEvents(scope, orderId)
    return events.find(({ type }) => type === "order.cancelled")?.id ?? null
  })
}
