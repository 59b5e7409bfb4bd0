/** When silence becomes an outage, when the outage started and how long it lasted (docs/contract/health.md#component-states, docs/contract/health.md#outages). */
import { toMs } from "../../time.ts"
import { type Hours, openingsBetween, operatingMs } from "../business-day/operating-hours.ts"

/** Intervals without a heartbeat after which an outage is declared. */
export const MISSED_INTERVALS = 2
/** Silence after which a component is retired. */
export const RETIRED_AFTER_MS = 7 * 86_400_000
/** Tolerated delay of a heartbeat, as a share of the interval and at most SLACK_MAX_MS: timers drift, and requests time out. */
const SLACK_SHARE = 0.1
const SLACK_MAX_MS = 60_000

export interface Silence {
  readonly lastBeatAt: string
  /** Interval that the component uses. */
  readonly intervalSeconds: number
  readonly hours: Hours
  /** Missed intervals until the outage; MISSED_INTERVALS if left out. */
  readonly missed?: number
  /** When the receiving side was last back from an absence. No outage is declared in the interval after it. */
  readonly listeningSince: string | null
}

/**
 * When the outage is due, in epoch milliseconds; null if not before `until`. The intervals must be missed within one opening, because
 * devices are switched off a little before closing and on a little after opening.
 */
export function outageDue(silence: Silence, until: number): number | null {
  const { lastBeatAt, intervalSeconds, hours, listeningSince, missed = MISSED_INTERVALS } = silence
  const tolerance = missed * intervalSeconds * 1_000 + slackMs(intervalSeconds)
  const last = toMs(lastBeatAt)
  const notBefore = earliestVerdict({ intervalSeconds, listeningSince })
  for (const opening of openingsBetween(hours, last, until)) {
    const due = Math.max(opening.from + tolerance, notBefore)
    if (due <= opening.to) return due
  }
  return null
}

/** No outage can be due before this moment, whatever the hours. Cheap to compute. */
export function earliestOutage({
  lastBeatAt,
  intervalSeconds,
  missed = MISSED_INTERVALS,
}: Omit<Silence, "hours" | "listeningSince">): number {
  return toMs(lastBeatAt) + missed * intervalSeconds * 1_000 + slackMs(intervalSeconds)
}

/** When a silent component is retired, but never right after the receiving side returns or its clock jumps. */
export function retirementOf(silence: Omit<Silence, "hours">): number {
  return Math.max(toMs(silence.lastBeatAt) + RETIRED_AFTER_MS, earliestVerdict(silence))
}

/** Before this moment silence means nothing, because the receiving side was away itself. */
export function earliestVerdict({
  intervalSeconds,
  listeningSince,
}: Pick<Silence, "intervalSeconds" | "listeningSince">) {
  return listeningSince === null ? 0 : toMs(listeningSince) + intervalSeconds * 1_000 + slackMs(intervalSeconds)
}

function slackMs(intervalSeconds: number): number {
  return Math.min(intervalSeconds * 1_000 * SLACK_SHARE, SLACK_MAX_MS)
}

/** Start of an outage: the last heartbeat, or the component's own `offlineSince` if it lies between that and `now`. */
export function outageStart(lastBeatAt: string, offlineSince: string | null | undefined, now: string): string {
  if (!offlineSince) return lastBeatAt
  const reported = toMs(offlineSince)
  return reported > toMs(lastBeatAt) && reported < toMs(now) ? new Date(reported).toISOString() : lastBeatAt
}

/** Minutes of the outage within operating hours, with fractions. */
export function outageMinutes(hours: Hours, startedAt: string, endedAt: string): number {
  return operatingMs(hours, toMs(startedAt), toMs(endedAt)) / 60_000
}
