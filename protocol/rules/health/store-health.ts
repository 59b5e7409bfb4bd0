/** How a store is, as headquarters sees it: one state, the worst first, and the few causes that a person can act on. */
import type { AnyComponentType } from "../../shapes/heartbeat.ts"

/**
 * `silent`: its box is not heard, so nobody knows of the devices behind it: one incident. `down`: a device is silent though its box, or the
 * hub itself, listens. `degraded`: somebody says of itself that it is not well, or something of the store waits for a person. `unknown`: the last contact
 * with its box is too old to say that it is well. `fine`. `unheard`: nothing of it has ever been heard, or not for long. In this order, the worst first.
 */
export const STORE_STATES = ["silent", "down", "degraded", "unknown", "fine", "unheard"] as const
export type StoreState = (typeof STORE_STATES)[number]

type CauseKind = "box_silent" | "box_gone" | "device_down" | "degraded" | "parked"

export interface Cause {
  readonly is: CauseKind
  readonly componentId: string | null
  /** Of who is degraded, its own word; of a box, how it is known. */
  readonly reason: string | null
  readonly since: string | null
  readonly operatingMinutes: number | null
  /** Devices behind a silent box; ops that wait. */
  readonly count: number | null
}

export interface PartOfStore {
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
  readonly parts: readonly PartOfStore[]
  readonly outages: readonly OpenOutage[]
  readonly parked: number
}

/** What is wrong, the worst first. Devices that nobody can hear are no causes of their own: they stand in their box's. */
export function causesOf({ parts, outages, parked }: StoreFacts): Cause[] {
  const hidden = parts.filter(({ shown }) => shown === "unknown").length
  const outageOf = (id: string) => outages.find(({ componentId }) => componentId === id)
  const causes = parts.flatMap((part): Cause[] => {
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
  const waiting: Cause = { ...NOTHING, is: "parked", count: parked }
  return [...causes, ...(parked > 0 ? [waiting] : [])].sort((a, b) => ORDER.indexOf(a.is) - ORDER.indexOf(b.is))
}

const NOTHING = { componentId: null, reason: null, since: null, operatingMinutes: null, count: null }
const ORDER: readonly CauseKind[] = ["box_silent", "box_gone", "device_down", "degraded", "parked"]

/** Made at the store, here, and known at the store to be here. */
interface LossMeter {
  readonly made: number
  readonly onHub: number
  readonly acknowledged: number
  /** What is not here yet, as far as the hub was told. */
  readonly unsent: number
}

/** Whatever was told last, what is here was made: a batch may have come since. Null until the box has told. */
export function lossMeter(applied: number, told: { made: number; acked: number } | null): LossMeter | null {
  if (told === null) return null
  const made = Math.max(told.made, applied)
  return { made, onHub: applied, acknowledged: Math.min(told.acked, applied), unsent: made - applied }
}
