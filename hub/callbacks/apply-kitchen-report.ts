/** Applies a kitchen display's report to an order whose home is the hub, or sends it to the order's store. */
import { recordOfReport, reportToKitchen } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { KitchenReport } from "../../protocol/shapes/callback.ts"
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import type { Ids } from "../../runtime/ids.ts"
import { lockReported, lockStoreLogsOfOrders, type StoredOrderRow, updateOrder } from "../orders/index.ts"
import { findJob, type Job, type JobEnd, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { setOutcome, WAITS_FOR_STORE, waitingForStore } from "./callbacks-store.ts"
import type { CallbackJob } from "./incoming-report.ts"
import { LANE_MAX } from "./lanes.ts"

type KitchenJob = CallbackJob<KitchenReport>

export interface ApplyKitchenReportDeps {
  readonly ids: Ids
  readonly downlink: Downlink
}

export function applyKitchenReport(judging: ApplyKitchenReportDeps): TransactionalJobKind<KitchenJob> {
  return {
    retry: CALLBACK_RETRY,
    laneMax: LANE_MAX,
    apply: (tx, job) => judge(tx, job, judging),
    lockFirst: (tx, jobs) =>
      lockStoreLogsOfOrders(
        tx,
        jobs.map(({ body }) => body.orderId),
      ),
  }
}

async function judge(tx: TenantWrite, job: Job<KitchenJob>, judging: ApplyKitchenReportDeps): Promise<JobEnd> {
  await lockStoreLogsOfOrders(tx, [job.body.orderId])
  const kept = await lockReported(tx, job.body.orderId)
  if (!kept) return { is: "failed", error: `there is no order ${job.body.orderId}` }
  const report = receivedOf(job)
  return kept.home === "store" ? sendDown(tx, kept, report, judging) : judgeHere(tx, kept, report, judging)
}

async function judgeHere(
  tx: TenantWrite,
  kept: StoredOrderRow,
  report: ReceivedReport,
  { ids }: ApplyKitchenReportDeps,
): Promise<JobEnd> {
  const change = reportToKitchen(kept.order, report, tx.now)
  await updateOrder(tx, { ...kept, order: change.order }, "hub")
  await recordEvents(tx, ids, change)
  const { status, result } = recordOfReport(change.verdict)
  return { is: status, result }
}

/** The job ends when the report is on the store's log. The record stays open until the store has sent its verdict. */
async function sendDown(
  tx: TenantWrite,
  { order }: StoredOrderRow,
  report: ReceivedReport,
  { downlink }: ApplyKitchenReportDeps,
): Promise<JobEnd> {
  await downlink.append(tx.system, order.storeId, { kind: "kitchen.reported", body: { orderId: order.id, report } })
  await setOutcome(tx, report.webhookEventId, WAITS_FOR_STORE)
  return { is: "processed", result: WAITS_FOR_STORE.result }
}

/** Sends reports without a verdict to a new box, after the orders. */
export async function resendKitchenReports(tx: TenantWrite, storeId: string, downlink: Downlink): Promise<void> {
  for (const { id, orderId } of await waitingForStore(tx, storeId)) {
    const job = (await findJob(tx, id)) as Received | null
    if (!job) continue
    await downlink.append(tx.system, storeId, { kind: "kitchen.reported", body: { orderId, report: receivedOf(job) } })
  }
}

type Received = Pick<Job<KitchenJob>, "id" | "firstReceivedAt" | "body">

function receivedOf({ id, firstReceivedAt, body }: Received): ReceivedReport {
  const { eventId, eventType, providerEventId, occurredAt, station = null, metadata = null } = body.report
  const own = { webhookEventId: id, receivedAt: firstReceivedAt }
  return { ...own, eventId, eventType, providerEventId, occurredAt, station, metadata }
}
