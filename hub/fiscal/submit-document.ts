/** Submits a numbered document to the authority. After an unknown outcome it queries the document before it submits it again. */
import type { Country } from "../../protocol/rules/fiscal/countries/index.ts"
import { storeFiscal } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findOrder } from "../orders/index.ts"
import type { ExternalJobKind, ExternalResult, Job } from "../queue/index.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { requireStore } from "../tenants/index.ts"
import { applyRuling, type RulingDeps } from "./apply-ruling.ts"
import type { Authorities, SubmittedDocument, Taken } from "./authority.ts"
import { flagOf } from "./cancel-duplicate.ts"
import { type SubmitBody, scheduleAuthorityQuery } from "./queue-submissions.ts"
import { findRequest, lockRequest, type StoredRequest, saveFlag, saveRequest } from "./requests-store.ts"

export interface SubmitDocumentDeps extends RulingDeps {
  readonly store: HubStore
  readonly authorities: Authorities
}

export function submitKind(deps: SubmitDocumentDeps): ExternalJobKind<SubmitBody> {
  return {
    retry: CALLBACK_RETRY,
    run: (job, signal) => submit(deps, job, signal),
    async onDead(tx, job: Job<SubmitBody>, error) {
      const { fiscalRequestId } = job.body
      const request = await lockRequest(tx, fiscalRequestId)
      if (request) await saveFlag(tx, fiscalRequestId, flagOf(request.flag, `NOT_SUBMITTED: ${error}`))
    },
  }
}

export interface Ready {
  readonly request: StoredRequest
  readonly document: SubmittedDocument
  readonly provider: string | null
  readonly order: OrderRecord
}

async function submit(deps: SubmitDocumentDeps, job: Job<SubmitBody>, signal: AbortSignal): Promise<ExternalResult> {
  const ready = await readHanded(deps, job)
  if (ready === null) return { end: { is: "failed", error: "the document or its order is gone" } }
  if (ready.request.submission !== "handed") {
    return { end: { is: "ignored", result: { kind: "ignored", reason: "ALREADY_SUBMITTED" } } }
  }
  const { provider, document } = ready
  if (provider === null) return { end: { is: "ignored", result: { kind: "ignored", reason: "NO_PROVIDER" } } }
  const authority = Object.hasOwn(deps.authorities, provider) ? deps.authorities[provider] : undefined
  if (!authority) return { end: { is: "retry", error: `no fiscal provider ${provider} is set up at this hub` } }
  // An earlier attempt may have arrived, so the document is queried before it is sent again.
  const before = job.attempts > 1 ? await authority.ask(document.record.fiscalRequestId, signal) : null
  return outcomeOf(deps, ready, before ?? (await authority.submit(document, signal)))
}

/** The document in the form that the authority gets; null when it or its order is gone. */
export function readHanded({ store }: SubmitDocumentDeps, { tenant, body }: Job<SubmitBody>): Promise<Ready | null> {
  return store.read(tenant, async (scope) => {
    const request = await findRequest(scope, body.fiscalRequestId)
    const kept = request?.orderId ? await findOrder(scope, request.orderId) : null
    if (!request?.eventId || !kept) return null
    const place = await requireStore(scope, request.record.storeId)
    const { record, eventId } = request
    const { order } = kept
    const { accountId, vendorId } = tenant
    const metadata = { ...order.metadata, ...record.metadata }
    const document = {
      tenant: { accountId, vendorId },
      record,
      company: place.legal,
      orderId: order.id,
      eventId,
      metadata,
    }
    return { request, document, provider: storeFiscal(place)?.provider ?? null, order }
  })
}

function outcomeOf(deps: SubmitDocumentDeps, { request, document }: Ready, taken: Taken): ExternalResult {
  if (taken.is === "taken") {
    return {
      end: { is: "processed", result: { kind: "submitted" } },
      write: (tx) => markSubmitted(tx, deps, request.record.fiscalRequestId),
    }
  }
  const { code, message } = taken
  return {
    end: { is: "processed", result: { kind: "refused", code } },
    async write(tx) {
      /** A numbered document has one. */
      const countryCode = request.record.countryCode as Country
      const { orderId, eventId } = document
      const verdict = { countryCode, eventType: "error" as const, occurredAt: tx.now, error: { code, message } }
      await applyRuling(tx, deps, { ...verdict, orderId, eventId })
    },
  }
}

/** Does not overwrite a ruling, which may have arrived before the answer. */
async function markSubmitted(tx: TenantWrite, { ids }: SubmitDocumentDeps, fiscalRequestId: string): Promise<void> {
  const request = await lockRequest(tx, fiscalRequestId)
  if (request?.submission !== "handed") return
  await saveRequest(tx, { ...request, submission: "submitted", flag: flagOf(request.flag, null) })
  await scheduleAuthorityQuery(tx, ids, request)
}
