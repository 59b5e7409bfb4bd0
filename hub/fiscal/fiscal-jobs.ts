/** The job kinds of fiscal documents: callbacks of the authority, and submissions to it. */

import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import { lockStoreLogsOfOrders } from "../orders/index.ts"
import type { JobKinds, TransactionalJobKind } from "../queue/index.ts"
import { applyRuling, type RulingDeps } from "./apply-ruling.ts"
import { CANCEL_DUPLICATE_JOB, cancelDuplicateKind } from "./cancel-duplicate.ts"
import { CREDIT_REFUND_JOB, creditRefundKind } from "./credit-refund.ts"
import { authorityQueryJob } from "./query-authority.ts"
import { AUTHORITY_QUERY_JOB, SUBMISSION_JOB } from "./queue-submissions.ts"
import { SEQUENCES_KIND, sequencesKind } from "./send-sequences.ts"
import { type SubmitDocumentDeps, submitKind } from "./submit-document.ts"
import { VOID_JOB, voidKind } from "./void-cancelled-document.ts"

export function fiscalKinds(deps: SubmitDocumentDeps): JobKinds {
  return {
    "callback.fiscal": callbackKind(deps),
    [SUBMISSION_JOB]: submitKind(deps),
    [AUTHORITY_QUERY_JOB]: authorityQueryJob(deps),
    [VOID_JOB]: voidKind(deps),
    [SEQUENCES_KIND]: sequencesKind(deps),
    [CANCEL_DUPLICATE_JOB]: cancelDuplicateKind(deps),
    [CREDIT_REFUND_JOB]: creditRefundKind(deps),
  }
}

/** The report with the UUID of its order, which the acceptance has found. */
function callbackKind(
  deps: RulingDeps,
): TransactionalJobKind<{ readonly orderId: string; readonly report: FiscalCallback }> {
  return {
    retry: CALLBACK_RETRY,
    apply: (tx, { body }) => applyRuling(tx, deps, { ...body.report, orderId: body.orderId }),
    lockFirst: (tx, jobs) =>
      lockStoreLogsOfOrders(
        tx,
        jobs.map(({ body }) => body.orderId.toLowerCase()),
      ),
  }
}
