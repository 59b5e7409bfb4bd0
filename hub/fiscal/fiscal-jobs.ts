/** The queue's workers of fiscal documents: the authority's callbacks, and what is given to the authority. */

import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { InTransactionKind, JobKinds } from "../queue/index.ts"
import { holdOrderLines, type RulingParts, ruleDocument } from "./apply-ruling.ts"
import { askKind } from "./query-authority.ts"
import { ASK_KIND, SUBMIT_KIND } from "./queue-submissions.ts"
import { SEQUENCES_KIND, sequencesKind } from "./send-sequences.ts"
import { type Submitting, submitKind } from "./submit-document.ts"

export function fiscalKinds(parts: Submitting): JobKinds {
  return {
    "callback.fiscal": callbackKind(parts),
    [SUBMIT_KIND]: submitKind(parts),
    [ASK_KIND]: askKind(parts),
    [SEQUENCES_KIND]: sequencesKind(parts),
  }
}

/** The acceptance has found the order, whose UUID it hands on beside the report. */
function callbackKind(
  parts: RulingParts,
): InTransactionKind<{ readonly orderId: string; readonly report: FiscalCallback }> {
  return {
    retry: CALLBACK_RETRY,
    inTransaction: (tx, { body }) => ruleDocument(tx, parts, { ...body.report, orderId: body.orderId }),
    holdFirst: (tx, jobs) =>
      holdOrderLines(
        tx,
        parts,
        jobs.map(({ body }) => body.orderId),
      ),
  }
}
