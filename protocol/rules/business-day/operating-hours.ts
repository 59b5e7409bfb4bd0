/** When a store is open: its weekly hours as spans of time (docs/contract/health.md#outages). */
import type { Store } from "../../shapes/store.ts"
import { addDays, localTime, minutesText } from "../../time.ts"
import { momentOfWall } from "../../wall-clock.ts"

export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const
const DAY_MINUTES = 1_440
export const MINUTE_MS = 60_000

export type Hours = Pick<Store, "timeZone" | "operatingHours" | "active">

/** A span of epoch milliseconds, start inclusive, end exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The spans in which the store was open, in order and merged. Hours whose end is not after their start cross midnight and belong to the
 * day on which they began. A weekday without hours is a day off. A store without any hours counts as always open; an inactive store
 * is never open.
 */
export function openingsBetween(hours: Hours, from: number, to: number): Span[] {
  if (hours.active !== "ACTIVE" || to <= from) return []
  if (Object.keys(hours.operatingHours).length === 0) return [{ from, to }]
  const clipped = openingsOfDays(hours, localDate(from, hours), localDate(to, hours))
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.to > span.from)
    .sort((a, b) => a.from - b.from)
  return mergeSpans(clipped)
}

/** How many milliseconds between two moments fell into operating hours. */
export function operatingMs(hours: Hours, from: number, to: number): number {
  return openingsBetween(hours, from, to).reduce((sum, span) => sum + (span.to - span.from), 0)
}

/** Starts one day early, because the night before may reach into the first day. */
function openingsOfDays(hours: Hours, first: string, last: string): Span[] {
  const spans: Span[] = []
  for (let date = addDays(first, -1); date <= last; date = addDays(date, 1)) {
    for (const text of hours.operatingHours[weekdayOf(date)] ?? []) spans.push(spanOf(date, text, hours.timeZone))
  }
  return spans
}

function spanOf(date: string, text: string, timeZone: string): Span {
  const [start = "", end = ""] = text.split("-")
  const from = minutesText(start)
  const to = minutesText(end)
  return {
    from: momentOfWall(date, from, timeZone),
    to: momentOfWall(date, to > from ? to : to + DAY_MINUTES, timeZone),
  }
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else merged.push(span)
  }
  return merged
}

function weekdayOf(date: string): string {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ""
}

function localDate(ms: number, { timeZone }: Hours): string {
  return localTime(new Date(ms).toISOString(), timeZone).date
}
