/** States of a component (kiosk, kitchen screen, register, box) by its heartbeats (docs/contract/health.md#component-states). */
import { toMs } from "../../time.ts"
import type { Hours } from "../business-day/operating-hours.ts"
import { earliestOutage, outageDue, retirementOf, type Silence } from "./outage.ts"

const DAY_MS = 86_400_000
/** Delay until a silent device is checked again while its box has not reported since. */
const BEHIND_LOOK_MS = 60_000
/** Length of `2026-11-21T17`, the hour that a trial is counted in. */
export const HOUR_CHARS = 13

/**
 * `trial`: enrolled, its silence is not reported yet. `watched`: its silence is reported. `down`: an outage is open. `hidden`: its state
 * is unknown because its box is silent. `retired`: silent for 7 days.
 */
export type LifeState = "trial" | "watched" | "down" | "hidden" | "retired"

export interface Life {
  readonly state: LifeState
  /** The hour of the first heartbeat; a heartbeat in another hour ends the trial and makes it null. */
  readonly trialHour: string | null
  /** On the clock of the side that stores this state. */
  readonly lastBeatAt: string
  /** Interval in the last answer to the component. */
  readonly toldSeconds: number
  /** Longest interval that the component may still use: it adopts a new one only in its next cycle. */
  readonly patienceSeconds: number
}

interface HeartbeatTiming {
  /** When the heartbeat was sent, on the clock of the side that stores this state. */
  readonly at: string
  readonly intervalSeconds: number
}

/** `returned`: it was down or retired before. `proven`: its trial has just ended. */
interface HeartbeatEffect {
  readonly life: Life
  readonly returned: boolean
  readonly proven: boolean
}

/** The state after an accepted heartbeat. `life` is null for a new component. */
export function noteHeartbeat(life: Life | null, { at, intervalSeconds }: HeartbeatTiming): HeartbeatEffect {
  if (!life) {
    const fresh = { trialHour: at.slice(0, HOUR_CHARS), toldSeconds: intervalSeconds, patienceSeconds: intervalSeconds }
    return { life: { ...fresh, state: "trial", lastBeatAt: at }, returned: false, proven: false }
  }
  const trialHour = life.trialHour === at.slice(0, HOUR_CHARS) ? life.trialHour : null
  const state = trialHour === null ? "watched" : "trial"
  return {
    life: {
      state,
      trialHour,
      lastBeatAt: at,
      toldSeconds: intervalSeconds,
      patienceSeconds: Math.max(life.toldSeconds, intervalSeconds),
    },
    returned: life.state === "down" || life.state === "retired",
    proven: life.trialHour !== null && trialHour === null,
  }
}

export interface ForwardingBox {
  readonly lastBeatAt: string
  readonly isDown: boolean
  /** When its last silence ended; null if it was never silent. */
  readonly resumedAt: string | null
}

export interface ComponentStateInput {
  readonly life: Life
  readonly hours: Hours
  readonly listeningSince: string | null
  /** The box that forwards the component's heartbeats; null if it sends them itself. */
  readonly box: ForwardingBox | null
  readonly now: string
}

export type ComponentVerdict = { readonly is: "fine" | "down" | "hidden" | "retired"; readonly lookAt: string }

const NEVER = "9999-12-31T23:59:59.999Z"

/** The component's state by now, and when to check again. */
export function decideComponentState({ life, hours, listeningSince, box, now }: ComponentStateInput): ComponentVerdict {
  const ms = toMs(now)
  const since = latest(listeningSince, box?.resumedAt ?? null)
  const retirement = retirementOf(silenceOf(life, hours, since))
  if (life.state === "retired" || ms >= retirement) return { is: "retired", lookAt: NEVER }
  const at = (moment: number) => new Date(Math.min(moment, retirement)).toISOString()
  if (life.state !== "watched") return { is: life.state === "trial" ? "fine" : life.state, lookAt: at(retirement) }
  const silence = silenceOf(life, hours, since)
  const earliest = earliestOutage(silence)
  if (ms < earliest) return { is: "fine", lookAt: at(earliest) }
  const due = outageDue(silence, ms + DAY_MS)
  if (due === null || due > ms) return { is: "fine", lookAt: at(due ?? ms + DAY_MS) }
  if (box === null || toMs(box.lastBeatAt) >= due) return { is: "down", lookAt: at(retirement) }
  if (box.isDown) return { is: "hidden", lookAt: at(retirement) }
  return { is: "fine", lookAt: at(ms + BEHIND_LOOK_MS) }
}

function latest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

function silenceOf(life: Life, hours: Hours, listeningSince: string | null): Silence {
  return { lastBeatAt: life.lastBeatAt, intervalSeconds: life.patienceSeconds, hours, listeningSince }
}

export interface ShownStateInput {
  readonly life: Life
  readonly status: "online" | "degraded"
  readonly hours: Hours
  readonly now: string
}

/** The state that people see: `late` after one missed interval, `unknown` behind a silent box. */
export function shownState({
  life,
  status,
  hours,
  now,
}: ShownStateInput): "online" | "degraded" | "late" | "down" | "unknown" | "retired" {
  if (life.state === "down" || life.state === "retired") return life.state
  if (life.state === "hidden") return "unknown"
  const silence = { ...silenceOf(life, hours, null), missed: 1 }
  if (toMs(now) < earliestOutage(silence)) return status
  return outageDue(silence, toMs(now)) === null ? status : "late"
}
