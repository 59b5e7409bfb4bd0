/** Takes in a report that the hub has accepted for an order of this store: by the rule of the LAN, and once with it. */
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import { findOrder } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addReport, findReport, findReportById } from "./kitchen-reports-store.ts"
import { takeReport } from "./take-report.ts"

export interface HubReport {
  readonly orderId: string
  readonly report: ReceivedReport
}

/** Answers why it can never be taken in, or null once it has been. */
export function applyHubReport(tx: BoxTx, { orderId, report }: HubReport, outbox: Outbox): string | null {
  if (findReportById(tx, report.webhookEventId)) return null
  const order = findOrder(tx, orderId)
  if (!order) return `ORDER_UNKNOWN: ${orderId}`
  const { eventId, eventType } = report
  const first = findReport(tx, { orderId: order.id, eventId, eventType })
  if (!first) {
    takeReport(tx, { order, report }, outbox)
    return null
  }
  // The display told both sides: what the first one came to is the answer of both.
  const repeat = { orderId: order.id, report, verdict: first.verdict }
  addReport(tx, repeat, first.report.webhookEventId)
  outbox.record(tx, { kind: "kitchen.recorded", body: repeat })
  return null
}
