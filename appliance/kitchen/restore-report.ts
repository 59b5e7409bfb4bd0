/** Restores a report that the store's disk has lost, so that a repeat gets the same answer. */
import type { ReceivedReport, ReportVerdict } from "../../protocol/shapes/kitchen.ts"
import type { BoxTx } from "../storage/index.ts"
import { addReport, findReport, findReportById } from "./kitchen-reports-store.ts"

export interface RestoredReport {
  readonly orderId: string
  readonly report: ReceivedReport
  /** Null if the store had no such order. */
  readonly verdict: ReportVerdict | null
}

export function restoreReport(tx: BoxTx, { orderId, report, verdict }: RestoredReport): void {
  if (verdict === null || findReportById(tx, report.webhookEventId)) return
  const first = findReport(tx, { orderId, eventId: report.eventId, eventType: report.eventType })
  addReport(tx, { orderId, report, verdict }, first?.report.webhookEventId ?? null)
}
