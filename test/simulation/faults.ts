/** Every fault that a run may hold, and how often it strikes; a run that never saw one proves nothing about it. */
import type { Random } from "./random.ts"

/** The highest rate of each fault at the place that asks for it; a run draws its own below it, and leaves some out altogether. */
const RATE_MAX = {
  loss: 0.3,
  duplication: 0.3,
  reordering: 0.5,
  delay: 0.1,
  partition: 0.7,
  "half-open": 0.4,
  "silent broker": 0.2,
  "broker restart": 0.3,
  "store crash before commit": 0.03,
  "store crash after commit": 0.03,
  "hub crash before commit": 0.02,
  "hub crash after commit": 0.02,
  "store crash at pruning": 0.3,
  "hub crash at pruning": 0.3,
  "store disk full": 0.4,
  "hub disk full": 0.3,
  "store clock jump": 0.4,
  "hub clock jump": 0.2,
  "poison op": 0.05,
  "receiver away": 0.5,
  "receiver's answer lost": 0.2,
  "offline after a restore": 1,
  "order on both sides": 0.6,
  "number on both sides": 0.6,
} as const

/** What parts the histories of two machines: drawn once for each run, since one alone changes what may be promised. */
const UPHEAVALS = {
  "store restored from backup": 0.5,
  "old copy put back": 0.3,
  "database damaged": 0.3,
  "two boxes with one identity": 0.4,
  "box replaced": 0.4,
  "hub restored from backup": 0.2,
} as const

export type Upheaval = keyof typeof UPHEAVALS
export type Fault = keyof typeof RATE_MAX | Upheaval
export type Rates = Readonly<Record<Fault, number>>

export const FAULTS = [...Object.keys(RATE_MAX), ...Object.keys(UPHEAVALS)] as readonly Fault[]

const LEFT_OUT = 0.35

/** Each run leaves out about a third of the faults: what only shows when another fault is absent shows too. */
export function drawRates(random: Random): Rates {
  const rates: Partial<Record<Fault, number>> = {}
  for (const [fault, max] of Object.entries(RATE_MAX)) {
    rates[fault as Fault] = random.happens(LEFT_OUT) ? 0 : random.next() * max
  }
  for (const [upheaval, share] of Object.entries(UPHEAVALS)) rates[upheaval as Fault] = random.happens(share) ? 1 : 0
  // A hub that forgot what it had said: what boxes do meanwhile besides is another run's.
  if (rates["hub restored from backup"] === 1) {
    for (const other of Object.keys(UPHEAVALS)) if (other !== "hub restored from backup") rates[other as Fault] = 0
  }
  return rates as Rates
}

/** Drawn at each commit, and not by time: a run that lasts longer holds as many of these. */
const AT_COMMITS = [
  "store crash before commit",
  "store crash after commit",
  "hub crash before commit",
  "hub crash after commit",
  "store crash at pruning",
  "hub crash at pruning",
] as const

/** The same faults, so many times rarer. */
export function calmed(rates: Rates, times: number): Rates {
  return { ...rates, ...Object.fromEntries(AT_COMMITS.map((fault) => [fault, rates[fault] / times])) }
}

/** Nothing goes wrong, but for what is named. */
export function only(rates: Partial<Rates> = {}): Rates {
  return { ...(Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as unknown as Rates), ...rates }
}
