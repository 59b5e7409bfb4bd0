/** Computes how long a broken page waits before it reloads. Pure. */

/** Long enough to read the message. */
const FIRST_MS = 5_000
const LONGEST_MS = 300_000
/** A page that worked this long starts again with the first wait. */
const SETTLED_MS = 60_000

/** Doubles the wait `before`, so that a page that breaks at every start does not load the box all day. */
export function nextReload(before: number | null, upMs: number): number {
  if (before === null || before < FIRST_MS || upMs >= SETTLED_MS) return FIRST_MS
  return Math.min(before * 2, LONGEST_MS)
}
