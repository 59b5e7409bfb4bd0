/** Works off an aggregator's report: the latest by `occurredAt` is the order's mirror, and goes down to the store that holds the order. */
import { isLater } from "../../protocol/rules/aggregator-status.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/retry.ts"
import type { AggregatorMirror, AggregatorReport } from "../../protocol/shapes/callback.ts"
import { lockAggregator, saveAggregator } from "../orders/index.ts"
import type { InTransactionKind, Job, JobEnd } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import type { CallbackJob } from "./incoming.ts"
import { LANE_MAX } from "./lanes.ts"

type AggregatorJob = CallbackJob<AggregatorReport>

export function mergeAggregator(downlink: Downlink): InTransactionKind<AggregatorJob> {
  return { retry: CALLBACK_RETRY, laneMax: LANE_MAX, inTransaction: (tx, job) => merge(tx, job, downlink) }
}

async function merge(tx: TenantWrite, job: Job<AggregatorJob>, downlink: Downlink): Promise<JobEnd> {
  const part = await lockAggregator(tx, job.body.orderId)
  if (!part) return { is: "failed", error: `there is no order ${job.body.orderId}` }
  const mirror = mirrorOf(job)
  if (part.mirror && !isLater(mirror, part.mirror)) {
    return { is: "ignored", result: { kind: "ignored", reason: "not_latest", current: currentOf(part.mirror) } }
  }
  await saveAggregator(tx, part.orderId, mirror)
  if (part.home === "store") {
    const body = { orderId: part.orderId, aggregator: mirror }
    await downlink.append(tx.system, part.storeId, { kind: "aggregator.reported", body })
  }
  return { is: "processed", result: { kind: "merged", current: currentOf(mirror) } }
}

function mirrorOf({ id, firstReceivedAt, body }: Job<AggregatorJob>): AggregatorMirror {
  const { channelCode, status, providerEventId, occurredAt, metadata = null } = body.report
  const { eventId } = body
  return {
    channelCode,
    status,
    providerEventId,
    eventId,
    webhookEventId: id,
    occurredAt,
    receivedAt: firstReceivedAt,
    metadata,
  }
}

function currentOf({ status, occurredAt, webhookEventId }: AggregatorMirror) {
  return { status, occurredAt, webhookEventId }
}
