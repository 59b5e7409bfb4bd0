/** The batches that a store has on their way: what an answer makes of them. */
import type { Flight, Moment } from "./store-line.ts"
import { resendWait } from "./waits.ts"

/** The first op that has not left yet. */
export function nextOf({ from, ends }: Flight): number {
  return (ends.at(-1) ?? from - 1) + 1
}

/** Which batch begins with this op, 0 being the oldest; null when none does. */
export function indexOfBatch(flight: Flight | null, first: number): number | null {
  if (flight === null) return null
  if (flight.from === first) return 0
  const before = flight.ends.indexOf(first - 1)
  const hasLeft = before >= 0 && (before < flight.ends.length - 1 || flight.packing)
  return hasLeft ? before + 1 : null
}

/** The batch that was packed has left. */
export function leave(flight: Flight | null, sent: { readonly from: number; readonly to: number }): Flight | null {
  if (flight === null || !flight.packing || nextOf(flight) !== sent.from) return flight
  return { ...flight, ends: [...flight.ends, sent.to], packing: false }
}

/**
 * The hub has come forward to `applied`, in answer to the batch that begins with `re` (null: to something else). Null when nothing is on
 * its way any more, or when the hub took a part of that batch only, so that the rest must be said anew.
 */
export function advance(
  flight: Flight | null,
  heard: { readonly applied: number; readonly re: number | null },
  { now, chance }: Moment,
): Flight | null {
  if (flight === null) return null
  const { applied, re } = heard
  if (flight.ends.length === 0) return flight.from <= applied ? null : flight
  const ends = flight.ends.filter((end) => end > applied)
  if (ends.length === flight.ends.length) return re === flight.from && flight.from <= applied ? null : flight
  const from = (flight.ends[flight.ends.length - ends.length - 1] ?? applied) + 1
  if ((ends.length === 0 && !flight.packing) || (re === from && applied >= from)) return null
  return { ...flight, from, ends, resendAt: now + resendWait(0, chance), tries: 0 }
}

/** The hub passed over the batch at `place`, because it does not have what comes before: what left after that is lost too. */
export function passOver(flight: Flight, place: number): Flight {
  return { ...flight, ends: flight.ends.slice(0, place), packing: false, tries: Math.max(flight.tries, 1) }
}
