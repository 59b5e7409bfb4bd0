/** When silence is an outage, since when, and how long it was in operating time (docs/contract/health.md#component-states, docs/contract/health.md#outages). */
import { toMs } from "../../time.ts"
import { type Hours, openingsBetween, operatingMs } from "../business-day/operating-hours.ts"

/** An outage is declared after so many intervals without a beat. */
export const MISSED_INTERVALS = 2
/** Who has been silent for this long has left. */
export const RETIRED_AFTER_MS = 7 * 86_400_000
/** A beat may come so much later than its time, as a share of the interval and at most: timers drift, and a lost beat has cost its timeout. */
const SLACK_SHARE = 0.1
const SLACK_MAX_MS = 60_000

export interface Silence {
  readonly lastBeatAt: string
  /** The cadence that the component knew of. */
  readonly intervalSeconds: number
  readonly hours: Hours
  /** How many intervals must be missed; two, unless said. */
  readonly missed?: number
  /** When whoever listens was back from an absence: in the interval that follows nobody is judged. */
  readonly listeningSince: string | null
}

/**
 * The moment at which the outage is due, in epoch milliseconds; null when it is not before `until`. Two whole intervals must be missed within one
 * opening: devices that are switched off a little before closing and on a little after opening have missed nothing.
 */
export function outageDue(silence: Silence, until: number): number | null {
  const { lastBeatAt, intervalSeconds, hours, listeningSince, missed = MISSED_INTERVALS } = silence
  const patience = missed * intervalSeconds * 1_000 + slackOf(intervalSeconds)
  const last = toMs(lastBeatAt)
  const notBefore = earliestVerdict({ intervalSeconds, listeningSince })
  for (const opening of openingsBetween(hours, last, until)) {
    const due = Math.max(opening.from + patience, notBefore)
    if (due <= opening.to) return due
  }
  return null
}

/** No outage is due before this moment, whatever the hours: what can be said of a component that lives, at no cost. */
export function earliestOutage({
  lastBeatAt,
  intervalSeconds,
  missed = MISSED_INTERVALS,
}: Omit<Silence, "hours" | "listeningSince">): number {
  return toMs(lastBeatAt) + missed * intervalSeconds * 1_000 + slackOf(intervalSeconds)
}

/** When a silent component has left: not at once when the listener returns, or its clock jumps by days. */
export function retirementOf(silence: Omit<Silence, "hours">): number {
  return Math.max(toMs(silence.lastBeatAt) + RETIRED_AFTER_MS, earliestVerdict(silence))
}

/** Before this moment silence says nothing: whoever listens was away a moment ago. */
export function earliestVerdict({
  intervalSeconds,
  listeningSince,
}: Pick<Silence, "intervalSeconds" | "listeningSince">) {
  return listeningSince === null ? 0 : toMs(listeningSince) + intervalSeconds * 1_000 + slackOf(intervalSeconds)
}

function slackOf(intervalSeconds: number): number {
  return Math.min(intervalSeconds * 1_000 * SLACK_SHARE, SLACK_MAX_MS)
}

/**
 * The last beat dates an outage, unless the component itself knows better: what it says counts from its last beat on, and never after `now`.
 */
export function outageStart(lastBeatAt: string, offlineSince: string | null | undefined, now: string): string {
  if (!offlineSince) return lastBeatAt
  const said = toMs(offlineSince)
  return said > toMs(lastBeatAt) && said < toMs(now) ? new Date(said).toISOString() : lastBeatAt
}

/** The minutes of an outage that fell into operating hours; a part of a minute is a fraction. */
export function outageMinutes(hours: Hours, startedAt: string, endedAt: string): number {
  return operatingMs(hours, toMs(startedAt), toMs(endedAt)) / 60_000
}
