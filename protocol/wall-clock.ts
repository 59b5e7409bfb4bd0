/** From the clock on a store's wall to moments: where summer time begins and ends, an hour is skipped or comes twice. */
import { localTime, toMs } from "./time.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** No zone is further from UTC, and none jumps further at once. */
const OFFSET_MAX_MS = 15 * HOUR_MS

/**
 * The first moment, in epoch milliseconds, at which the clock on the wall shows `minutes` after the midnight of `date`, or has passed it.
 * A time that the clock skips is the moment of the jump; of a time that comes twice it is the first one. `minutes` may be 1440 or more.
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

/** How far the wall is ahead of UTC, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const { date, hour, minute } = localTime(new Date(ms).toISOString(), timeZone)
  const wall = toMs(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS
  return wall - Math.floor(ms / MINUTE_MS) * MINUTE_MS
}

/** The minute at which the offset changes, found by halving. */
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
