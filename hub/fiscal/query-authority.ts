/**
 * Queries the status of a document that the authority accepted and has not ruled on. A document that it has never seen is submitted again with
 * the same key. Without a ruling the document stays as it is, and in the end it is flagged for a person.
 */
import type { RetryPolicy } from "../../protocol/rules/queue/retry.ts"
import { type ExternalJobKind, type ExternalResult, enqueue, type Job } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { flagOf } from "./cancel-duplicate.ts"
import { SUBMISSION_JOB, type SubmitBody } from "./queue-submissions.ts"
import { lockRequest, saveFlag, saveRequest } from "./requests-store.ts"
import { readHanded, type SubmitDocumentDeps } from "./submit-document.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The waits between queries, over two days. */
const ASK_RETRY: RetryPolicy = {
  waitsMs: [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS],
  jitter: 0.2,
}

/** The flag of a document that the authority accepted and never ruled on, in spite of all queries. */
export const NO_VERDICT = "NO_VERDICT"

export function authorityQueryJob(deps: SubmitDocumentDeps): ExternalJobKind<SubmitBody> {
  return {
    retry: ASK_RETRY,
    run: (job, signal) => askAuthority(deps, job, signal),
    async onDead(tx, { body }: Job<SubmitBody>, error) {
      const request = await lockRequest(tx, body.fiscalRequestId)
      if (request?.submission === "submitted")
        await saveFlag(tx, body.fiscalRequestId, flagOf(request.flag, `${NO_VERDICT}: ${error}`))
    },
  }
}

async function askAuthority(
  deps: SubmitDocumentDeps,
  job: Job<SubmitBody>,
  signal: AbortSignal,
): Promise<ExternalResult> {
  const ready = await readHanded(deps, job)
  if (ready?.request.submission !== "submitted") {
    return { end: { is: "ignored", result: { kind: "ignored", reason: "RULED_MEANWHILE" } } }
  }
  const { provider } = ready
  const authority = provider !== null && Object.hasOwn(deps.authorities, provider) ? deps.authorities[provider] : null
  if (!authority) return { end: { is: "retry", error: `no fiscal provider ${provider} is set up at this hub` } }
  const became = await authority.ask(job.body.fiscalRequestId, signal)
  if (became?.is === "taken") return { end: { is: "retry", error: "the authority has the document and has not ruled" } }
  // Never seen, or refused since: a new submission shows which.
  return {
    end: { is: "processed", result: { kind: "submitted-again" } },
    write: (tx) => submitAgain(tx, deps, job.body),
  }
}

async function submitAgain(tx: TenantWrite, { ids }: SubmitDocumentDeps, body: SubmitBody): Promise<void> {
  const request = await lockRequest(tx, body.fiscalRequestId)
  if (request?.submission !== "submitted") return
  await saveRequest(tx, { ...request, submission: "handed" })
  await enqueue(tx, ids, { kind: SUBMISSION_JOB, lane: `fiscal/${request.record.storeId}`, body })
}
