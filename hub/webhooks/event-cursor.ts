/**
 * The position of a caller that polls events. Transactions do not commit in the order of their events' times, so a time alone would skip late ones.
 * The cursor therefore also names the recent events that were returned, and stays before any time at which an event may still appear.
 */

/**
 * After this time no event with an earlier time can appear. A transaction that is open for half as long dates its events again at its end; PostgreSQL
 * waits at most 5 s for that, and the clocks of hub processes differ by less.
 */
export const SETTLED_AFTER_MS = 20_000
/** Whether a transaction that began at `began` was open for so long that, at its commit, it must repeat what its start time made it miss. */
export function isLate(began: string, later: string): boolean {
  return Date.parse(later) - Date.parse(began) >= SETTLED_AFTER_MS / 2
}

/** Recent events that a cursor names at most. Further ones wait until the oldest have settled. */
export const NAMED_MAX = 100
const ID_CHARS = 36

export interface EventCursor {
  /** Time and key of the last event before which no other can appear. */
  readonly at: string
  readonly key: string
  /** Keys of later events that were returned already. */
  readonly given: readonly string[]
}

export interface Dated {
  readonly key: string
  readonly createdAt: string
}

export interface Step<Event extends Dated> {
  readonly events: readonly Event[]
  readonly next: EventCursor
  readonly more: boolean
}

interface CursorStep<Event extends Dated> {
  /** Ordered by time and key. At least `size` + NAMED_MAX + 1 rows, if there are so many. */
  readonly rows: readonly Event[]
  readonly size: number
  readonly now: string
}

export function stepOn<Event extends Dated>(cursor: EventCursor, { rows, size, now }: CursorStep<Event>): Step<Event> {
  const settled = new Date(Date.parse(now) - SETTLED_AFTER_MS).toISOString()
  const given = new Set(cursor.given)
  const fresh = rows.filter(({ key }) => !given.has(key))
  const named = rows.filter((row) => given.has(row.key) && row.createdAt >= settled).length
  const events: Event[] = []
  let room = NAMED_MAX - named
  let more = false
  for (const row of fresh) {
    const young = row.createdAt >= settled
    if (young && room === 0) break
    more = events.length === size
    if (more) break
    if (young) room -= 1
    events.push(row)
    given.add(row.key)
  }
  return { events, next: forward(cursor, rows, { given, settled }), more }
}

/** Moves over all events that are settled and returned without a gap. Returned events beyond that are named. */
function forward(
  cursor: EventCursor,
  rows: readonly Dated[],
  { given, settled }: { given: ReadonlySet<string>; settled: string },
): EventCursor {
  let { at, key } = cursor
  let passed = 0
  for (const row of rows) {
    if (!given.has(row.key) || row.createdAt >= settled) break
    at = row.createdAt
    key = row.key
    passed += 1
  }
  const beyond = rows.slice(passed).filter((row) => given.has(row.key))
  return { at, key, given: beyond.map((row) => row.key) }
}

/** Encodes a cursor as one opaque word. */
export function writeEventCursor({ at, key, given }: EventCursor): string {
  const packed = Buffer.from(given.map((one) => one.replaceAll("-", "")).join(""), "hex").toString("base64url")
  return [Date.parse(at).toString(36), Buffer.from(key.replaceAll("-", ""), "hex").toString("base64url"), packed].join(
    ".",
  )
}

/** Returns null for text that is not a cursor. */
export function readEventCursor(word: string): EventCursor | null {
  const [, moment, key, given] = /^(-?[0-9a-z]{1,9})\.([\w-]*)\.([\w-]*)$/.exec(word) ?? []
  if (moment === undefined || key === undefined || given === undefined) return null
  const at = new Date(Number.parseInt(moment, 36))
  const [keys, names] = [uuidsOf(key), uuidsOf(given)]
  if (Number.isNaN(at.getTime()) || keys === null || names === null) return null
  if (keys.length > 1 || names.length > NAMED_MAX) return null
  return { at: at.toISOString(), key: keys[0] ?? "", given: names }
}

function uuidsOf(packed: string): string[] | null {
  const hex = Buffer.from(packed, "base64url").toString("hex")
  const each = hex.match(/.{32}/g) ?? []
  if (each.length * 32 !== hex.length) return null
  return each.map((one) => one.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-").slice(0, ID_CHARS))
}
