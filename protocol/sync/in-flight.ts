/** Updates the batches that a store has sent but the hub has not acknowledged yet. */
import type { Flight, Moment } from "./store-line.ts"
import { resendWait } from "./waits.ts"

/** The number of the first operation that was not sent yet. */
export function nextOf({ from, ends }: Flight): number {
  return (ends.at(-1) ?? from - 1) + 1
}

/** Index of the batch that begins with operation `first` (0 is the oldest); null if there is none. */
export function indexOfBatch(flight: Flight | null, first: number): number | null {
  if (flight === null) return null
  if (flight.from === first) return 0
  const before = flight.ends.indexOf(first - 1)
  const wasSent = before >= 0 && (before < flight.ends.length - 1 || flight.packing)
  return wasSent ? before + 1 : null
}

/** Records that the packed batch was sent. */
export function recordSent(flight: Flight | null, sent: { readonly from: number; readonly to: number }): Flight | null {
  if (flight === null || !flight.packing || nextOf(flight) !== sent.from) return flight
  return { ...flight, ends: [...flight.ends, sent.to], packing: false }
}

/**
 * Removes the batches up to `applied`. `re` is the first operation of the batch that the hub answered; null for another message. Returns
 * null if nothing is in flight any more, or if the hub applied only a part of that batch and the rest must be sent again.
 */
export function advance(
  flight: Flight | null,
  answer: { readonly applied: number; readonly re: number | null },
  { now, chance }: Moment,
): Flight | null {
  if (flight === null) return null
  const { applied, re } = answer
  if (flight.ends.length === 0) return flight.from <= applied ? null : flight
  const ends = flight.ends.filter((end) => end > applied)
  if (ends.length === flight.ends.length) return re === flight.from && flight.from <= applied ? null : flight
  const from = (flight.ends[flight.ends.length - ends.length - 1] ?? applied) + 1
  if ((ends.length === 0 && !flight.packing) || (re === from && applied >= from)) return null
  return { ...flight, from, ends, resendAt: now + resendWait(0, chance), tries: 0 }
}

/** The hub ignored the batch at `index` because an earlier one was lost: drops it and all later ones, to send them again. */
export function dropFrom(flight: Flight, index: number): Flight {
  return { ...flight, ends: flight.ends.slice(0, index), packing: false, tries: Math.max(flight.tries, 1) }
}
