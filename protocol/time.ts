/** Moments, dates and time zones. A moment is ISO 8601 with an offset; stored moments are UTC, `2026-11-21T17:30:00.000Z`. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/**
 * RFC 3339 without leap seconds, and with an offset. Seconds are optional, as in ISO 8601, because many senders omit them on a whole
 * minute.
 */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i
const YEAR_MIN = 1971
const YEAR_MAX = 9998

/** Whether a text is a moment that `toMs` reads: an existing date, a time, and an offset or Z. */
export function isMoment(text: string): boolean {
  const match = MOMENT.exec(text)
  if (!match) return false
  const [, year = "", month = "", day = ""] = match
  return isDate(`${year}-${month}-${day}`) && !Number.isNaN(Date.parse(text))
}

/** Whether a text is an existing date, YYYY-MM-DD, in the years 1971 to 9998, whose texts sort by time. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  const ms = Date.parse(`${text}T00:00:00Z`)
  // Date.parse reads February 30 as March 2.
  return year >= YEAR_MIN && year <= YEAR_MAX && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Epoch milliseconds. Throws a RangeError for other texts, since schemas have checked moments before. */
export function toMs(moment: string): number {
  const ms = Date.parse(moment)
  if (Number.isNaN(ms)) throw new RangeError(`not a moment: ${moment}`)
  return ms
}

/** Converts a moment to UTC, so that texts sort by time. */
export function toUtc(moment: string): string {
  return new Date(toMs(moment)).toISOString()
}

/** Adds missing seconds to a moment that is stored as it was sent, so that it is valid RFC 3339. */
export function withSeconds(moment: string): string {
  return moment.replace(/(T\d\d:\d\d)(?=[Z+-])/i, "$1:00")
}

/** `YYYY-MM-DD` plus n days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

interface LocalTime {
  /** YYYY-MM-DD */
  readonly date: string
  readonly hour: number
  readonly minute: number
}

/** Local date and time of a moment in an IANA time zone. */
export function localTime(moment: string, timeZone: string): LocalTime {
  const ms = toMs(moment)
  const minute = Math.floor(ms / MINUTE_MS)
  const last = latestMinutes.get(timeZone)
  if (last?.minute === minute) return last.local
  const local = computeLocalTime(ms, timeZone)
  if (ms >= WHOLE_MINUTES_FROM_MS) latestMinutes.set(timeZone, { minute, local })
  return local
}

/** Since then all offsets are whole minutes, so the local time is the same within a minute. */
const WHOLE_MINUTES_FROM_MS = Date.UTC(1973, 0, 1)

/** The last computed minute of each zone. Orders of the same moment ask for the same one, and computing it takes 5 µs. */
const latestMinutes = new Map<string, { readonly minute: number; readonly local: LocalTime }>()

function computeLocalTime(ms: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatter(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    minute: Number(parts.minute),
  }
}

/** `HH:MM` → minutes since midnight. */
export function minutesText(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":")
  return Number(hours) * 60 + Number(minutes)
}

export function minusMinutes(moment: string, minutes: number): string {
  return new Date(toMs(moment) - minutes * MINUTE_MS).toISOString()
}

export function plusSeconds(moment: string, seconds: number): string {
  return new Date(toMs(moment) + seconds * 1_000).toISOString()
}

export function isTimeZone(name: string): boolean {
  try {
    formatter(name)
    return true
  } catch {
    return false
  }
}

/** Whether a moment lies between `start` (inclusive) and `end` (exclusive). */
export function isWithin(moment: string, start: string, end: string): boolean {
  const ms = toMs(moment)
  return ms >= toMs(start) && ms < toMs(end)
}

/** Cached, because making a formatter takes 50 µs and every order needs one. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const fresh = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    calendar: "iso8601",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  })
  formatters.set(timeZone, fresh)
  return fresh
}
