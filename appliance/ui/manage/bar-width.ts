/** How long a bar is drawn. Pure. */

/** Of the longest bar, in percent of what the cell has; a sale is never invisible, what was given back has no bar. */
export function widthOf(amount: number, most: number): number {
  if (amount <= 0) return 0
  return Math.max(1, Math.round((amount / most) * 80))
}
