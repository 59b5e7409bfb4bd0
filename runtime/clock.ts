/** The only source of the current time. Code gets a clock as a parameter. */

export interface Clock {
  /** Epoch milliseconds. */
  ms(): number
  /** The same moment as ISO text in UTC, with milliseconds. */
  iso(): string
}

export interface ManualClock extends Clock {
  set(iso: string): void
  advance(ms: number): void
}

export const systemClock: Clock = {
  ms: () => Date.now(),
  iso: () => textOf(Date.now()),
}

let lastMs = Number.NaN
let lastText = ""

/** Cached, because a busy process asks many times per millisecond, and formatting costs more than reading the time. */
function textOf(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}

/** A clock that only moves by `set` and `advance`, for tests and the simulator. */
export function createManualClock(start: string): ManualClock {
  let now = parse(start)
  return {
    ms: () => now,
    iso: () => new Date(now).toISOString(),
    set(iso) {
      now = parse(iso)
    },
    advance(ms) {
      now += ms
    },
  }
}

function parse(iso: string): number {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw new Error(`not a moment: ${iso}`)
  return ms
}
