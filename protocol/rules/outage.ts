/** When silence is an outage, since when, and how long it was in operating time (document 2, *Component lifecycle*; decisions §7). */
import { toMs } from "../time.ts"
import { type Hours, openingsBetween, operatingMs } from "./operating-hours.ts"

/** An outage is declared after so many intervals without a beat. */
export const MISSED_INTERVALS = 2
/** Who has been silent for this long has left. */
export const RETIRED_AFTER_MS = 7 * 86_400_000
/** What is added to the first interval after an absence of whoever listens: a lost beat is not sent again, and timers drift. */
export const RETURN_SLACK_MS = 60_000

export interface Silence {
  readonly lastBeatAt: string
  /** The cadence that the component knew of. */
  readonly intervalSeconds: number
  readonly hours: Hours
  /** When whoever listens was back from an absence: in the interval that follows nobody is judged. */
  readonly listeningSince: string | null
}

/**
 * The moment at which the outage is due, in epoch milliseconds; null when it is not before `until`. Two whole intervals must be missed within one
 * opening: devices that are switched off a little before closing and on a little after opening have missed nothing.
 */
export function outageDue(
  { lastBeatAt, intervalSeconds, hours, listeningSince }: Silence,
  until: number,
): number | null {
  const patience = MISSED_INTERVALS * intervalSeconds * 1_000
  const last = toMs(lastBeatAt)
  const notBefore = earliestVerdict({ intervalSeconds, listeningSince })
  for (const opening of openingsBetween(hours, last, until)) {
    const due = Math.max(opening.from + patience, notBefore)
    if (due <= opening.to) return due
  }
  return null
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
  return listeningSince === null ? 0 : toMs(listeningSince) + intervalSeconds * 1_000 + RETURN_SLACK_MS
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
