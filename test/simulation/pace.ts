/** How often things happen in a run: all within seconds, as the many seeds have it, or as in a shop through its days. */

/** Milliseconds, from the shortest to the longest. */
export interface Span {
  readonly low: number
  readonly high: number
}

export interface Pace {
  /** Between two of these at one store: a sale, an order that comes by the hub, a number that the hub gives, a question to the box, a look at what both have. */
  readonly sale: Span
  readonly order: Span
  readonly number: Span
  readonly question: Span
  readonly look: Span
  /** Of the sales, this share is a queue of guests, so that more than one batch carries it. */
  readonly queues: number
  /** From the start of each day of the run. */
  readonly openMs: number
  /** How many times rarer than in a rush a machine, its disk, its clock or its line gets into trouble. */
  readonly calmer: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const RUSH: Pace = {
  sale: { low: 200, high: 8_000 },
  order: { low: 1_000, high: 20_000 },
  number: { low: 2_000, high: 40_000 },
  question: { low: 2_000, high: 30_000 },
  look: { low: 4_000, high: 12_000 },
  queues: 0.01,
  openMs: DAY_MS,
  calmer: 1,
}

/**
 * A small restaurant, open for twelve hours: some 180 sales of its own and 50 orders that come by the hub. Trouble comes to each machine every ten
 * minutes or so, day and night.
 */
export const SHOP: Pace = {
  sale: { low: MINUTE_MS, high: 7 * MINUTE_MS },
  order: { low: 2 * MINUTE_MS, high: 28 * MINUTE_MS },
  number: { low: 10 * MINUTE_MS, high: 50 * MINUTE_MS },
  question: { low: 10 * MINUTE_MS, high: 50 * MINUTE_MS },
  look: { low: 5 * MINUTE_MS, high: 15 * MINUTE_MS },
  queues: 0.001,
  openMs: DAY_MS / 2,
  calmer: 36,
}

/** What would be after closing time is as long after the next opening. */
export function whenOpen({ openMs }: Pace, now: number, wait: number): number {
  const ofDay = (now + wait) % DAY_MS
  return ofDay < openMs ? now + wait : now + wait - ofDay + DAY_MS + (wait % openMs)
}
