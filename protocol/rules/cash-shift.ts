/** A shift as headquarters keeps it: what a store told of it, in whatever order it came. */
import type { Shift } from "../shapes/shift.ts"

/**
 * A box that was restored from a backup tells of a shift as it was before: what has been taken out stays taken out, and what was
 * closed stays closed.
 */
export function mergeShift(known: Shift | null, told: Shift): Shift {
  if (known === null) return told
  const added = told.withdrawals.filter(
    ({ withdrawalId }) => !known.withdrawals.some((withdrawal) => withdrawal.withdrawalId === withdrawalId),
  )
  return { ...told, closedAt: known.closedAt ?? told.closedAt, withdrawals: [...known.withdrawals, ...added] }
}
