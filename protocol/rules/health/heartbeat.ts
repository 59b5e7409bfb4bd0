/** Whether a beat counts, and what it makes of the component (docs/contract/health.md#heartbeat). */
import type { Component, Heartbeat } from "../../shapes/heartbeat.ts"
import { toMs } from "../../time.ts"

interface HeartbeatInput {
  readonly beat: Heartbeat
  readonly component: Component | null
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly now: string
}

/**
 * `stale`: sent before the last beat that counted, so it is ignored; the component stays as it is. A beat without `sentAt` counts,
 * and leaves the mark where it was. A device whose clock runs ahead sets the mark no later than now: it must not silence itself.
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
  const counted = {
    ...beat,
    ...(sentAt !== undefined && { sentAt }),
    accountId,
    vendorId,
    firstBeatAt,
    lastBeatAt: now,
  }
  return { component: counted, stale: false }
}

/** Whether a beat was sent before the mark, and so says nothing new. */
export function isStale(mark: string | null | undefined, sentAt: string | undefined): boolean {
  return Boolean(mark && sentAt && toMs(sentAt) < toMs(mark))
}

/** The mark that later beats are held against. */
export function markAfter<Mark extends string | null | undefined>(mark: Mark, sentAt: string | undefined, now: string) {
  return sentAt === undefined ? mark : earlier(sentAt, now)
}

function earlier(a: string, b: string): string {
  return toMs(a) <= toMs(b) ? a : b
}

/** Ids of this form are the boxes' own. */
const BOX_PREFIX = "appliance:"

/** The id under which a store's box is a component itself. */
export function boxComponentId(storeId: string): string {
  return `${BOX_PREFIX}${storeId}`
}

export function isBoxComponentId(componentId: string): boolean {
  return componentId.startsWith(BOX_PREFIX)
}
