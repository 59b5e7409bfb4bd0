/** Accepts heartbeats and ignores stale ones (docs/contract/health.md#heartbeat). */
import type { Component, Heartbeat } from "../../shapes/heartbeat.ts"
import { toMs } from "../../time.ts"

interface HeartbeatInput {
  readonly beat: Heartbeat
  readonly component: Component | null
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly now: string
}

/**
 * Returns the component after a heartbeat. `stale`: it was sent before the last accepted one, so nothing changes. A heartbeat without
 * `sentAt` is always accepted. A `sentAt` in the future is stored as `now`, so that later heartbeats are not stale.
 */
export function acceptHeartbeat({ beat, component, tenant, now }: HeartbeatInput): {
  component: Component
  stale: boolean
} {
  const mark = component?.sentAt
  if (component && isStale(mark, beat.sentAt)) return { component, stale: true }
  const sentAt = markAfter(mark, beat.sentAt, now)
  const { accountId, vendorId } = tenant
  const firstBeatAt = component?.firstBeatAt ?? now
  const accepted = {
    ...beat,
    ...(sentAt !== undefined && { sentAt }),
    accountId,
    vendorId,
    firstBeatAt,
    lastBeatAt: now,
  }
  return { component: accepted, stale: false }
}

/** Whether a heartbeat was sent before the last accepted one (`mark`). */
export function isStale(mark: string | null | undefined, sentAt: string | undefined): boolean {
  return Boolean(mark && sentAt && toMs(sentAt) < toMs(mark))
}

/** The `sentAt` that later heartbeats are compared with. */
export function markAfter<Mark extends string | null | undefined>(mark: Mark, sentAt: string | undefined, now: string) {
  return sentAt === undefined ? mark : earlierMoment(sentAt, now)
}

function earlierMoment(a: string, b: string): string {
  return toMs(a) <= toMs(b) ? a : b
}

/** Prefix of the component ids of boxes. */
const BOX_PREFIX = "appliance:"

/** The component id of a store's box. */
export function boxComponentId(storeId: string): string {
  return `${BOX_PREFIX}${storeId}`
}

export function isBoxComponentId(componentId: string): boolean {
  return componentId.startsWith(BOX_PREFIX)
}
