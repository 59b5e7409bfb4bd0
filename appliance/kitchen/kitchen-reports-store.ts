/** Reports of kitchen displays on the box's disk, once per order, event and stage, from the LAN or the hub. */
import type { KitchenStage, ReceivedReport, ReportVerdict } from "../../protocol/shapes/kitchen.ts"
import type { BoxTx } from "../storage/index.ts"

export interface StoredReport {
  readonly orderId: string
  readonly report: ReceivedReport
  readonly verdict: ReportVerdict
}

/** Two reports with the same key are repeats (docs/contract/callbacks.md#kitchen-status). */
interface ReportKey {
  readonly orderId: string
  readonly eventId: string
  readonly eventType: KitchenStage
}

interface Row {
  readonly order_id: string
  readonly report: string
  readonly verdict: string
}

export function findReport({ db }: BoxTx, { orderId, eventId, eventType }: ReportKey): StoredReport | null {
  const sql = `SELECT order_id, report, verdict FROM kitchen_report
    WHERE order_id = ? AND event_id = ? AND event_type = ? AND repeats IS NULL`
  return parse(db.prepare<[string, string, string], Row>(sql).get(orderId, eventId, eventType))
}

export function findReportById({ db }: BoxTx, webhookEventId: string): StoredReport | null {
  const sql = "SELECT order_id, report, verdict FROM kitchen_report WHERE webhook_event_id = ?"
  return parse(db.prepare<[string], Row>(sql).get(webhookEventId.toLowerCase()))
}

/** `repeats`: the id of the first record of the same report; null if this is the first. */
export function addReport({ db }: BoxTx, { orderId, report, verdict }: StoredReport, repeats: string | null): void {
  db.prepare(
    `INSERT INTO kitchen_report (webhook_event_id, order_id, event_id, event_type, repeats, report, verdict)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    report.webhookEventId,
    orderId,
    report.eventId,
    report.eventType,
    repeats,
    JSON.stringify(report),
    JSON.stringify(verdict),
  )
}

function parse(row: Row | undefined): StoredReport | null {
  return row ? { orderId: row.order_id, report: JSON.parse(row.report), verdict: JSON.parse(row.verdict) } : null
}
