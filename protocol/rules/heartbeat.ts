/** Whether a beat counts, and what it makes of the component (document 2, *Component health heartbeat*). */
import type { Component, Heartbeat } from "../shapes/heartbeat.ts"
import { toMs } from "../time.ts"

export interface Beating {
  readonly beat: Heartbeat
  readonly component: Component | null
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly now: string
}

/** `stale`: sent before the last beat that counted, so it is ignored; the component stays as it is. */
export function acceptBeat({ beat, component, tenant, now }: Beating): { component: Component; stale: boolean } {
  if (component?.sentAt && beat.sentAt && toMs(beat.sentAt) < toMs(component.sentAt)) return { component, stale: true }
  const { accountId, vendorId } = tenant
  const firstBeatAt = component?.firstBeatAt ?? now
  return { component: { ...beat, accountId, vendorId, firstBeatAt, lastBeatAt: now }, stale: false }
}
