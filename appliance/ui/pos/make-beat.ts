/** What a register says of itself in a heartbeat, and when it speaks next. Pure. */
import type { Heartbeat } from "../../../protocol/shapes/heartbeat.ts"
import { faultsOfPrinters } from "./faults.ts"
import type { Today } from "./today.ts"

export const FLEET_CADENCE_SECONDS = 600
const CADENCE_MIN_SECONDS = 60
const CADENCE_MAX_SECONDS = 86_400
const INTERVAL = "x-heartbeat-interval"

export interface Vitals {
  /** Stable across reloads and reinstalls: the pairing gave it. */
  readonly deviceId: string
  readonly storeId: string
  readonly printers: Today["printers"]
  readonly now: string
}

export function beatOf({ deviceId, storeId, printers, now }: Vitals): Heartbeat {
  const trouble = faultsOfPrinters(printers).length > 0
  return {
    componentType: "pos",
    componentId: deviceId,
    storeId,
    status: trouble ? "degraded" : "online",
    sentAt: now,
    ...(trouble && { degradedReason: "printer_down" }),
    details: { printer: printers.map(({ printerId, state }) => ({ printerId, state })) },
  }
}

/** The cadence in force, as the answer names it. */
export function cadenceOf(headers: Readonly<Record<string, string>>): number {
  const seconds = Number(headers[INTERVAL])
  if (!Number.isInteger(seconds) || seconds <= 0) return FLEET_CADENCE_SECONDS
  return Math.min(Math.max(seconds, CADENCE_MIN_SECONDS), CADENCE_MAX_SECONDS)
}
