/** Takes in a kitchen display's report: its record, what it makes of the order and both their ops for the hub are one transaction. */
import { reportToKitchen } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { recordChange } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addReport, type StoredReport } from "./kitchen-reports-store.ts"

/** The caller has seen that the report is no repeat. */
export function recordReport(
  tx: BoxTx,
  { order, report }: { order: OrderRecord; report: ReceivedReport },
  outbox: Outbox,
): StoredReport {
  const change = reportToKitchen(order, report, tx.now)
  recordChange(tx, outbox, change)
  const kept = { orderId: order.id, report, verdict: change.verdict }
  addReport(tx, kept, null)
  outbox.record(tx, { kind: "kitchen.recorded", body: kept })
  return kept
}
