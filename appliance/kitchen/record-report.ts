/** Records a kitchen display's report. The report, the order's change and their ops for the hub share the transaction. */
import { reportToKitchen } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { recordChange } from "../orders/store/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addReport, type StoredReport } from "./kitchen-reports-store.ts"

/** The caller must have checked that the report is not a repeat. */
export function recordReport(
  tx: BoxTx,
  { order, report }: { order: OrderRecord; report: ReceivedReport },
  outbox: Outbox,
): StoredReport {
  const change = reportToKitchen(order, report, tx.now)
  recordChange(tx, outbox, change)
  const stored = { orderId: order.id, report, verdict: change.verdict }
  addReport(tx, stored, null)
  outbox.record(tx, { kind: "kitchen.recorded", body: stored })
  return stored
}
