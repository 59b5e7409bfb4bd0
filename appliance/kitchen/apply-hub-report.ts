/** Applies a kitchen report that the hub accepted, by the same rule as on the LAN. A report received on both ways is applied once. */
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addReport, findReport, findReportById } from "./kitchen-reports-store.ts"
import { recordReport } from "./record-report.ts"

export interface HubReport {
  readonly orderId: string
  readonly report: ReceivedReport
}

/** Returns null: no report is refused. For an order that this box does not have, because a replaced box sold it, the verdict is null. */
export function applyHubReport(tx: BoxTx, { orderId, report }: HubReport, outbox: Outbox): null {
  if (findReportById(tx, report.webhookEventId)) return null
  const order = findOrder(tx, orderId)
  if (!order) {
    outbox.record(tx, { kind: "kitchen.recorded", body: { orderId, report, verdict: null } })
    return null
  }
  const { eventId, eventType } = report
  const first = findReport(tx, { orderId: order.id, eventId, eventType })
  if (!first) {
    recordReport(tx, { order, report }, outbox)
    return null
  }
  // The display sent its report to both sides, so both records get the verdict of the first.
  const repeat = { orderId: order.id, report, verdict: first.verdict }
  addReport(tx, repeat, first.report.webhookEventId)
  outbox.record(tx, { kind: "kitchen.recorded", body: repeat })
  return null
}
