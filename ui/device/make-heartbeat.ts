/** Builds a screen's heartbeat and computes when the next one is due. Pure. */
import type { Heartbeat } from "../../protocol/shapes/heartbeat.ts"

export const FLEET_CADENCE_SECONDS = 600
const CADENCE_MIN_SECONDS = 60
const CADENCE_MAX_SECONDS = 86_400
const INTERVAL_HEADER = "x-heartbeat-interval"

/** The screen's state, as its page knows it. */
export interface ScreenState {
  readonly componentType: Heartbeat["componentType"]
  /** A code such as `printer_down`; null while nothing is wrong. */
  readonly degraded: string | null
  readonly details: NonNullable<Heartbeat["details"]>
}

interface ScreenIdentity {
  /** Assigned by the pairing, so it survives reloads. */
  readonly deviceId: string
  readonly storeId: string
  readonly now: string
}

export function makeHeartbeat(
  { componentType, degraded, details }: ScreenState,
  { deviceId, storeId, now }: ScreenIdentity,
): Heartbeat {
  return {
    componentType,
    componentId: deviceId,
    storeId,
    status: degraded === null ? "online" : "degraded",
    sentAt: now,
    ...(degraded !== null && { degradedReason: degraded }),
    details,
  }
}

/** Seconds until the next heartbeat, from the answer's header. */
export function cadenceOf(headers: Readonly<Record<string, string>>): number {
  const seconds = Number(headers[INTERVAL_HEADER])
  if (!Number.isInteger(seconds) || seconds <= 0) return FLEET_CADENCE_SECONDS
  return Math.min(Math.max(seconds, CADENCE_MIN_SECONDS), CADENCE_MAX_SECONDS)
}
