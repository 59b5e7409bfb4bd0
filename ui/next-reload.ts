/** How long a page that broke waits before it loads itself again. Pure, so that every wait can be tried. */

/** Long enough to be read. */
const FIRST_MS = 5_000
const LONGEST_MS = 300_000
/** A page that was up for so long has started well: what broke it is another fault, or a rare one. */
const SETTLED_MS = 60_000

/** Each wait is twice the one `before`, so that a page which breaks at every start does not ask the box for itself all day. */
export function nextReload(before: number | null, upMs: number): number {
  if (before === null || before < FIRST_MS || upMs >= SETTLED_MS) return FIRST_MS
  return Math.min(before * 2, LONGEST_MS)
}
