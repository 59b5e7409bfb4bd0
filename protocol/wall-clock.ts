/** Converts local time to moments, also when summer time skips or repeats an hour. */
import { localTime, toMs } from "./time.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** No zone is further from UTC, and no change of offset is larger. */
const OFFSET_MAX_MS = 15 * HOUR_MS

/**
 * The first moment, in epoch milliseconds, at which the local clock shows `minutes` after the midnight of `date` or a later time.
 * For a skipped time it is the moment of the change; for a repeated time the first one. `minutes` may be 1440 or more.
 */
export function momentOfWall(date: string, minutes: number, timeZone: string): number {
  const wanted = toMs(`${date}T00:00:00Z`) + minutes * MINUTE_MS
  const offsets = [offsetAt(wanted - OFFSET_MAX_MS, timeZone), offsetAt(wanted + OFFSET_MAX_MS, timeZone)]
  const fits = offsets
    .map((offset) => wanted - offset)
    .filter((moment) => moment + offsetAt(moment, timeZone) === wanted)
  return fits.length > 0
    ? Math.min(...fits)
    : jumpBetween(wanted - Math.max(...offsets), wanted - Math.min(...offsets), timeZone)
}

/** Local time minus UTC, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const { date, hour, minute } = localTime(new Date(ms).toISOString(), timeZone)
  const wall = toMs(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS
  return wall - Math.floor(ms / MINUTE_MS) * MINUTE_MS
}

/** The minute at which the offset changes, by binary search. */
function jumpBetween(from: number, to: number, timeZone: string): number {
  const before = offsetAt(from, timeZone)
  let low = Math.floor(from / MINUTE_MS)
  let high = Math.ceil(to / MINUTE_MS)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * MINUTE_MS, timeZone) === before) low = middle
    else high = middle
  }
  return high * MINUTE_MS
}
