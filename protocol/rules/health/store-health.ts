/** A store's health at headquarters: its state, and the causes that a person can act on. */
import type { AnyComponentType } from "../../shapes/heartbeat.ts"

/**
 * The worst state first. `silent`: the box does not report, so its devices are unknown. `down`: a device is silent although its box, or
 * the hub, could receive its heartbeats. `degraded`: a component reports a problem, or something waits for a person. `unknown`: the
 * last contact with the box is too old. `unheard`: nothing was ever received, or not for long.
 */
export const STORE_STATES = ["silent", "down", "degraded", "unknown", "fine", "unheard"] as const
export type StoreState = (typeof STORE_STATES)[number]

type CauseKind = "box_silent" | "box_gone" | "device_down" | "degraded" | "parked"

export interface HealthCause {
  readonly is: CauseKind
  readonly componentId: string | null
  /** The reason that a degraded component reports. */
  readonly reason: string | null
  readonly since: string | null
  readonly operatingMinutes: number | null
  /** Number of devices behind a silent box, or of waiting dead letters. */
  readonly count: number | null
}

export interface ComponentView {
  readonly componentId: string
  readonly componentType: AnyComponentType
  readonly shown: "online" | "degraded" | "late" | "down" | "unknown" | "retired"
  readonly degradedReason: string | null
  readonly lastBeatAt: string
}

interface OpenOutage {
  readonly componentId: string
  readonly startedAt: string
  readonly operatingMinutes: number
}

export interface StoreFacts {
  readonly parts: readonly ComponentView[]
  readonly outages: readonly OpenOutage[]
  readonly parked: number
}

/** What is wrong, worst first. Devices behind a silent box are counted in the box's cause. */
export function causesOf({ parts, outages, parked }: StoreFacts): HealthCause[] {
  const hidden = parts.filter(({ shown }) => shown === "unknown").length
  const outageOf = (id: string) => outages.find(({ componentId }) => componentId === id)
  const causes = parts.flatMap((part): HealthCause[] => {
    const { componentId, shown, degradedReason, lastBeatAt } = part
    const isBox = part.componentType === "appliance"
    const outage = outageOf(componentId)
    const timed = { since: outage?.startedAt ?? lastBeatAt, operatingMinutes: outage?.operatingMinutes ?? null }
    const none = { componentId, reason: null, count: null }
    if (isBox && shown === "retired") return [{ ...none, is: "box_gone", since: lastBeatAt, operatingMinutes: null }]
    if (isBox && shown === "down") return [{ ...none, ...timed, is: "box_silent", count: hidden }]
    if (shown === "down") return [{ ...none, ...timed, is: "device_down" }]
    if (shown !== "degraded") return []
    return [{ ...none, is: "degraded", reason: degradedReason, since: null, operatingMinutes: null }]
  })
  const waiting: HealthCause = { ...NO_DETAILS, is: "parked", count: parked }
  return [...causes, ...(parked > 0 ? [waiting] : [])].sort(
    (a, b) => CAUSE_ORDER.indexOf(a.is) - CAUSE_ORDER.indexOf(b.is),
  )
}

const NO_DETAILS = { componentId: null, reason: null, since: null, operatingMinutes: null, count: null }
const CAUSE_ORDER: readonly CauseKind[] = ["box_silent", "box_gone", "device_down", "degraded", "parked"]

/** Operations of a store: made there, arrived at the hub, and known by the store to have arrived. */
interface LossMeter {
  readonly made: number
  readonly onHub: number
  readonly acknowledged: number
  /** Not at the hub yet, as far as the store has reported. */
  readonly unsent: number
}

/** Null until the box has reported. `applied` may exceed the last report, because batches may have arrived since. */
export function lossMeter(applied: number, told: { made: number; acked: number } | null): LossMeter | null {
  if (told === null) return null
  const made = Math.max(told.made, applied)
  return { made, onHub: applied, acknowledged: Math.min(told.acked, applied), unsent: made - applied }
}
