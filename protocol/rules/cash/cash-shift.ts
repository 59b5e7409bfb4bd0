/** Shifts: in which one money was taken, and a shift as headquarters keeps it: what a store told of it, in whatever order it came. */
import type { Shift } from "../../shapes/shift.ts"
import type { MoneyMove } from "./cash-moves.ts"

export type OpenShift = Pick<Shift, "shiftId" | "terminalUid" | "operatorUid" | "openedAt">

export interface MadeAt {
  /** The register that made the change; null for any other caller. */
  readonly register: string | null
  /** The hub made it, perhaps long ago: then only its moment tells whether the shift was open. */
  readonly atHub: boolean
}

/**
 * Money is taken in its cashier's shift, or else in the one of the register that took it. It is given back from the drawer of the register
 * that returns it, or else from the cashier's who took it.
 */
export function shiftOfMove(move: MoneyMove, shifts: readonly OpenShift[], { register, atHub }: MadeAt): string | null {
  const open = atHub ? shifts.filter(({ openedAt }) => openedAt <= move.at) : shifts
  const atRegister = open.find(({ terminalUid }) => terminalUid === register)
  const own = open.filter(({ operatorUid }) => operatorUid === move.operatorUid)
  const ofCashier = own.find((shift) => shift === atRegister) ?? own[0]
  const shift = move.amount < 0 ? (atRegister ?? ofCashier) : (ofCashier ?? atRegister)
  return shift?.shiftId ?? null
}

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
