/** Takes in a report that the hub has accepted for an order of this store: by the rule of the LAN, and once with it. */
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import { findOrder } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addReport, findReport, findReportById } from "./kitchen-reports-store.ts"
import { recordReport } from "./record-report.ts"

export interface HubReport {
  readonly orderId: string
  readonly report: ReceivedReport
}

/** Null: it can always be taken in. One of an order that is not here (another box sold it, and is gone) is answered as such. */
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
  // The display told both sides: what the first one came to is the answer of both.
  const repeat = { orderId: order.id, report, verdict: first.verdict }
  addReport(tx, repeat, first.report.webhookEventId)
  outbox.record(tx, { kind: "kitchen.recorded", body: repeat })
  return null
}
