/** The only place where the product learns what time it is: a clock is handed to whoever needs one. */

export interface Clock {
  /** Epoch milliseconds. */
  ms(): number
  /** The same moment as an ISO string in UTC, with milliseconds. */
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

/** A busy process asks many times in a millisecond, and writing the moment down costs more than knowing it. */
function textOf(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}

/** A clock that stands still until it is told otherwise: for tests and the simulator. */
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
