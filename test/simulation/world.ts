/** Simulated time and a network that may do anything: lose, double, delay, overtake, cut. One thread, one queue. */
import { createManualClock, type ManualClock } from "../../protocol/runtime/clock.ts"
import type { Random } from "./random.ts"

const START = "2026-03-02T12:00:00.000Z"
const DELAY_MS = { low: 5, high: 80 }
const SLOW_MS = { low: 1_000, high: 20_000 }

/** Every fault that a run may hold; a run that never saw one proves nothing about it. */
export const FAULTS = [
  "loss",
  "duplication",
  "reordering",
  "delay",
  "partition",
  "half-open",
  "store crash before commit",
  "store crash after commit",
  "hub crash before commit",
  "hub crash after commit",
  "poison op",
] as const
export type Fault = (typeof FAULTS)[number]

export interface World {
  readonly clock: ManualClock
  readonly random: Random
  /** Milliseconds since the start. */
  time(): number
  after(ms: number, run: () => void | Promise<void>): void
  /** Sends something over the network: it arrives never, once or more, sooner or later. */
  carry(deliver: () => void | Promise<void>): void
  /** Whether the fault strikes now, at the rate that this run gave it. It is counted when it does. */
  strikes(fault: Fault): boolean
  count(fault: Fault): void
  readonly seen: ReadonlyMap<Fault, number>
  /** From now on nothing goes wrong. */
  calm(): void
  isCalm(): boolean
  runUntil(ms: number): Promise<void>
}

interface Entry {
  readonly at: number
  readonly order: number
  readonly run: () => void | Promise<void>
}

/** `rates`: how often each fault strikes when it is asked, 0 to 1. */
export function createWorld(random: Random, rates: Readonly<Record<Fault, number>>): World {
  const clock = createManualClock(START)
  const queue: Entry[] = []
  const seen = new Map<Fault, number>()
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
    clock,
    random,
    time: () => now,
    after,
    carry(deliver) {
      if (strikes("loss")) return
      after(delay(), deliver)
      if (strikes("duplication")) after(delay(), deliver)
    },
    strikes,
    count,
    seen,
    calm: () => {
      calm = true
    },
    isCalm: () => calm,
    async runUntil(ms) {
      for (let entry = queue[0]; entry !== undefined && entry.at <= ms; entry = queue[0]) {
        queue.shift()
        clock.advance(entry.at - now)
        now = entry.at
        await entry.run()
      }
      clock.advance(ms - now)
      now = ms
    },
  }
}

/** Keeps the queue in order of time, and of asking within a moment. */
function insert(queue: Entry[], entry: Entry): void {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = queue[middle] as Entry
    if (there.at < entry.at || (there.at === entry.at && there.order < entry.order)) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, entry)
}
