/** Works off an aggregator's report: the latest by `occurredAt` is the order's mirror, and goes down to the store that holds the order. */
import { isLater } from "../../protocol/rules/aggregator-status.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/retry.ts"
import type { AggregatorMirror, AggregatorReport } from "../../protocol/shapes/callback.ts"
import { type AggregatorPart, lockAggregators, saveMirrors } from "../orders/index.ts"
import type { InTransactionKind, Job, JobEnd } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import type { CallbackJob } from "./incoming.ts"
import { LANE_MAX } from "./lanes.ts"

type AggregatorJob = CallbackJob<AggregatorReport>

export function mergeAggregator(downlink: Downlink): InTransactionKind<AggregatorJob> {
  const together = (tx: TenantWrite, jobs: readonly Job<AggregatorJob>[]) => merge(tx, jobs, downlink)
  const inTransaction = async (tx: TenantWrite, job: Job<AggregatorJob>) => (await together(tx, [job]))[0] as JobEnd
  return { retry: CALLBACK_RETRY, laneMax: LANE_MAX, inTransaction, together }
}

/** One after another on the orders as they are in memory; each order is read and written once. */
async function merge(tx: TenantWrite, jobs: readonly Job<AggregatorJob>[], downlink: Downlink): Promise<JobEnd[]> {
  const parts = await lockAggregators(tx, new Set(jobs.map(({ body }) => body.orderId)))
  const merged = new Map<string, Merged>()
  const ends = jobs.map((job): JobEnd => {
    const part = parts.get(job.body.orderId)
    if (!part) return { is: "failed", error: `there is no order ${job.body.orderId}` }
    const before = merged.get(part.orderId)?.mirror ?? part.mirror
    const mirror = mirrorOf(job)
    if (before && !isLater(mirror, before)) {
      return { is: "ignored", result: { kind: "ignored", reason: "not_latest", current: currentOf(before) } }
    }
    merged.set(part.orderId, { part, mirror })
    return { is: "processed", result: { kind: "merged", current: currentOf(mirror) } }
  })
  await saveMirrors(tx, new Map([...merged].map(([orderId, { mirror }]) => [orderId, mirror])))
  await sendDown(tx, [...merged.values()], downlink)
  return ends
}

interface Merged {
  readonly part: AggregatorPart
  readonly mirror: AggregatorMirror
}

/** A store hears what an order's mirror has come to; its log is taken hold of in one order everywhere. */
async function sendDown({ system }: TenantWrite, merged: readonly Merged[], downlink: Downlink): Promise<void> {
  const atStores = merged.filter(({ part }) => part.home === "store")
  atStores.sort((a, b) => (a.part.storeId < b.part.storeId ? -1 : 1))
  for (const { part, mirror } of atStores) {
    const body = { orderId: part.orderId, aggregator: mirror }
    await downlink.append(system, part.storeId, { kind: "aggregator.reported", body })
  }
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
