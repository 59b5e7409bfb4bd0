/** Whether a beat counts, and what it makes of the component (document 2, *Component health heartbeat*). */
import type { Component, Heartbeat } from "../shapes/heartbeat.ts"
import { toMs } from "../time.ts"

export interface Beating {
  readonly beat: Heartbeat
  readonly component: Component | null
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly now: string
}

/**
 * `stale`: sent before the last beat that counted, so it is ignored; the component stays as it is. A beat without `sentAt` counts,
 * and leaves the mark where it was. A device whose clock runs ahead sets the mark no later than now: it must not silence itself.
 */
export function acceptBeat({ beat, component, tenant, now }: Beating): { component: Component; stale: boolean } {
  const mark = component?.sentAt
  if (component && mark && beat.sentAt && toMs(beat.sentAt) < toMs(mark)) return { component, stale: true }
  const sentAt = beat.sentAt === undefined ? mark : earlier(beat.sentAt, now)
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

function earlier(a: string, b: string): string {
  return toMs(a) <= toMs(b) ? a : b
}
