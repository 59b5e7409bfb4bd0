/** Applies a store's verdict on a kitchen display's report, whether hub or store received the report. */

import { recordOfReport } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { kitchenKey } from "../../protocol/rules/queue/callback-key.ts"
import type { ReceivedReport, ReportVerdict } from "../../protocol/shapes/kitchen.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type CallbackOutcome, findCallback, insertCallbacks, setOutcome } from "./callbacks-store.ts"

export interface KitchenRecord {
  readonly orderId: string
  readonly report: ReceivedReport
  /** Null: the store has no such order. */
  readonly verdict: ReportVerdict | null
}

const UNKNOWN_THERE = "the store's box does not know this order: it was replaced after the order was closed"

/** Always returns null. A report that the store received on the LAN is stored here from now on, under the id that the display got. */
export async function applyKitchenRecord(tx: TenantWrite, { orderId, report, verdict }: KitchenRecord): Promise<null> {
  const { webhookEventId: id, eventId } = report
  const outcome = outcomeOf(verdict)
  if (await findCallback(tx, id)) {
    await setOutcome(tx, id, outcome)
    return null
  }
  const { key, step } = kitchenKey(report)
  const row = { id, orderId, kind: "kitchen", key, step, eventId, receivedAt: report.receivedAt } as const
  const added = await insertCallbacks(tx, [row], outcome)
  // Another display has sent the hub the same report: this one keeps its own record, and repeats find the hub's.
  if (!added.has(id)) await insertCallbacks(tx, [{ ...row, key: `${key} ${id}` }], outcome)
  return null
}

function outcomeOf(verdict: ReportVerdict | null): CallbackOutcome {
  if (verdict) return { ...recordOfReport(verdict), attempts: 1, error: null }
  return { status: "failed", attempts: 1, result: null, error: { message: UNKNOWN_THERE } }
}
