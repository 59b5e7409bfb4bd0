/** Computes the length of a bar. Pure. */

/** In percent of the cell, relative to the longest bar. A sale is always visible; a negative amount has no bar. */
export function widthOf(amount: number, most: number): number {
  if (amount <= 0) return 0
  return Math.max(1, Math.round((amount / most) * 80))
}
