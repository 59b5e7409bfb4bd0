/** Applies an aggregator's report: the latest by `occurredAt` becomes the order's aggregator state, and is sent to the order's store. */
import { isLater } from "../../protocol/rules/orders/aggregator-status.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { AggregatorMirror, AggregatorReport } from "../../protocol/shapes/callback.ts"
import { withSeconds } from "../../protocol/time.ts"
import {
  type AggregatorPart,
  lockAggregators,
  lockFreeAggregators,
  lockStoreLogsOfOrders,
  saveMirrors,
} from "../orders/index.ts"
import type { Done, Job, JobEnd, TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import type { CallbackJob, ImmediateWork } from "./incoming-report.ts"
import { LANE_MAX } from "./lanes.ts"

type AggregatorJob = CallbackJob<AggregatorReport>

interface MergeDeps {
  readonly downlink: Downlink
}

export function mergeAggregator({ downlink }: MergeDeps): TransactionalJobKind<AggregatorJob> {
  const lockFirst = (tx: TenantWrite, jobs: readonly Job<AggregatorJob>[]) => lockStoreLogsOfOrders(tx, ordersOf(jobs))
  const applyBatch = async (tx: TenantWrite, jobs: readonly Job<AggregatorJob>[]) => {
    await lockFirst(tx, jobs)
    const parts = await lockAggregators(tx, ordersOf(jobs))
    return merge(tx, jobs, { parts, downlink })
  }
  const apply = async (tx: TenantWrite, job: Job<AggregatorJob>) => (await applyBatch(tx, [job]))[0] as JobEnd
  return { retry: CALLBACK_RETRY, laneMax: LANE_MAX, apply, applyBatch, lockFirst }
}

/** Applies reports with their acceptance, for orders that nobody else has locked. A job sends to a store, because its log may be locked for longer than a request can wait. */
export function immediateAggregatorReports(downlink: Downlink): ImmediateWork<AggregatorReport> {
  return async (tx, jobs) => {
    const parts = await lockFreeAggregators(tx, ordersOf(jobs))
    const free = jobs.filter(({ body }) => parts.get(body.orderId)?.home === "hub")
    const ends = await merge(tx, free, { parts, downlink })
    return new Map(free.map(({ id }, at) => [id, ends[at] as Done]))
  }
}

function ordersOf(jobs: readonly Job<AggregatorJob>[]): Set<string> {
  return new Set(jobs.map(({ body }) => body.orderId))
}

interface Merging {
  /** The locked orders, by the ids that their reports name. */
  readonly parts: ReadonlyMap<string, AggregatorPart>
  readonly downlink: Downlink
}

/** Applies the reports one after another in memory; each order is written once. */
async function merge(
  tx: TenantWrite,
  jobs: readonly Job<AggregatorJob>[],
  { parts, downlink }: Merging,
): Promise<JobEnd[]> {
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

/** Sends the orders' aggregator state to their stores. All code locks store logs in the same order. */
async function sendDown({ system }: TenantWrite, merged: readonly Merged[], downlink: Downlink): Promise<void> {
  const atStores = merged.filter(({ part }) => part.home === "store")
  for (const storeId of [...new Set(atStores.map(({ part }) => part.storeId))].sort()) {
    const own = atStores.filter(({ part }) => part.storeId === storeId)
    const ops = own.map(({ part: { orderId }, mirror: aggregator }) => ({
      kind: "aggregator.reported" as const,
      body: { orderId, aggregator },
    }))
    await downlink.append(system, storeId, ...ops)
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
    occurredAt: withSeconds(occurredAt),
    receivedAt: firstReceivedAt,
    metadata,
  }
}

function currentOf({ status, occurredAt, webhookEventId }: AggregatorMirror) {
  return { status, occurredAt, webhookEventId }
}
