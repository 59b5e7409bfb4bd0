/** Simulated time and a network that may do anything: lose, double, delay, overtake, cut. One thread, one queue, from event to event. */
import type { Clock } from "../../runtime/clock.ts"
import { FAULTS, type Fault, type Rates } from "./faults.ts"
import type { Span } from "./pace.ts"
import type { Random } from "./random.ts"

const START_MS = Date.parse("2026-03-02T12:00:00.000Z")
const DELAY_MS = { low: 5, high: 80 }
const SLOW_MS = { low: 1_000, high: 20_000 }

/** A machine's own clock: it may be wrong by any time, and jump. */
export interface WallClock extends Clock {
  /** How far it is ahead of true time. */
  ahead(): number
  jumpTo(aheadMs: number): void
}

export interface World {
  readonly random: Random
  /** Milliseconds since the start. */
  time(): number
  wallClock(aheadMs?: number): WallClock
  after(ms: number, run: () => void | Promise<void>): void
  /** Sends something over the network: it arrives never, once or more, sooner or later. */
  carry(deliver: () => void | Promise<void>): void
  /** A wait for what befalls machines, and for their chores: as many times longer as this run is calmer than a rush. */
  untilTrouble(span: Span): number
  /** Whether the fault strikes now, at the rate that this run gave it. It is counted when it does. */
  strikes(fault: Fault): boolean
  /** Whether this run has the fault at all. */
  has(fault: Fault): boolean
  count(fault: Fault): void
  readonly seen: ReadonlyMap<Fault, number>
  /** From now on nothing goes wrong. */
  calm(): void
  isCalm(): boolean
  runUntil(ms: number): Promise<void>
  /** What waits for its time. */
  pending(): number
}

interface Entry {
  readonly at: number
  readonly order: number
  readonly run: () => void | Promise<void>
}

export function createWorld(random: Random, rates: Rates, { calmer = 1 } = {}): World {
  const queue: Entry[] = []
  const seen = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]))
  let now = 0
  let order = 0
  let calm = false

  const after = (ms: number, run: Entry["run"]) => {
    order += 1
    insert(queue, { at: now + ms, order, run })
  }
  const count = (fault: Fault) => void seen.set(fault, (seen.get(fault) ?? 0) + 1)
  const strikes = (fault: Fault) => {
    if (calm || !random.happens(rates[fault])) return false
    count(fault)
    return true
  }
  const delay = () => {
    if (strikes("delay")) return random.between(SLOW_MS.low, SLOW_MS.high)
    // Without this fault everything takes equally long, so nothing overtakes.
    return strikes("reordering") ? random.between(DELAY_MS.low, DELAY_MS.high) : DELAY_MS.high
  }
  return {
    random,
    time: () => now,
    wallClock: (aheadMs = 0) => createWallClock(() => now, aheadMs),
    after,
    carry(deliver) {
      if (strikes("loss")) return
      after(delay(), deliver)
      if (strikes("duplication")) after(delay(), deliver)
    },
    untilTrouble: ({ low, high }) => random.between(low * calmer, high * calmer),
    strikes,
    has: (fault) => rates[fault] > 0,
    count,
    seen,
    calm: () => {
      calm = true
    },
    isCalm: () => calm,
    async runUntil(ms) {
      for (let entry = queue.at(-1); entry !== undefined && entry.at <= ms; entry = queue.at(-1)) {
        queue.pop()
        now = entry.at
        const running = entry.run()
        if (running) await running
      }
      now = ms
    },
    pending: () => queue.length,
  }
}

function createWallClock(time: () => number, aheadMs: number): WallClock {
  let ahead = aheadMs
  const ms = () => START_MS + time() + ahead
  let written = { ms: Number.NaN, iso: "" }
  return {
    ms,
    // Asked many times in one moment.
    iso() {
      if (written.ms !== ms()) written = { ms: ms(), iso: new Date(ms()).toISOString() }
      return written.iso
    },
    ahead: () => ahead,
    jumpTo: (next) => {
      ahead = next
    },
  }
}

/** Keeps the queue in order of time, and of asking within a moment; what comes next stands last, where it is cheap to take. */
function insert(queue: Entry[], entry: Entry): void {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = queue[middle] as Entry
    if (there.at > entry.at || (there.at === entry.at && there.order > entry.order)) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, entry)
}
