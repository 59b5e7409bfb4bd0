/** Reads the outcome of a kitchen report (docs/contract/callbacks.md#queue-record), whether it came from the LAN or the hub. */
import type { readCallback as endpoint } from "../../protocol/http/callbacks.ts"
import { refuse } from "../../protocol/refusals.ts"
import { recordOfReport } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findReportById } from "./kitchen-reports-store.ts"

const SCOPE = "webhooks:kds"

export const readCallbackHandler: BoxHandler<typeof endpoint> = (tx, { params, caller }) => {
  const stored = findReportById(tx, params.webhookEventId)
  if (!stored) return refuse("NOT_FOUND", `There is no report ${params.webhookEventId} in this store.`)
  if (!caller.scopes.includes(SCOPE)) return refuse("FORBIDDEN", `This needs the scope ${SCOPE}.`)
  const { webhookEventId, eventId, receivedAt } = stored.report
  const { status, result } = recordOfReport(stored.verdict)
  return {
    status: 200,
    data: { webhookEventId, eventId, status, attempts: 1, result, error: null, firstReceivedAt: receivedAt },
  }
}
