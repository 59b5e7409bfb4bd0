/** Shifts: to which shift a payment belongs, and how the hub merges the reports of a shift that arrive in any order. */
import type { Shift } from "../../shapes/shift.ts"
import type { MoneyMove } from "./cash-moves.ts"

export type OpenShift = Pick<Shift, "shiftId" | "terminalUid" | "operatorUid" | "openedAt">

export interface MoveOrigin {
  /** The register that made the change; null for another caller. */
  readonly register: string | null
  /** The hub made the change, perhaps long ago. Then only its moment tells whether the shift was open. */
  readonly atHub: boolean
}

/**
 * A payment belongs to its cashier's shift, or else to the shift at the register that took it. A refund belongs to the shift at the
 * register that gives it back, or else to the cashier who took the money.
 */
export function shiftOfMove(
  move: MoneyMove,
  shifts: readonly OpenShift[],
  { register, atHub }: MoveOrigin,
): string | null {
  const open = atHub ? shifts.filter(({ openedAt }) => openedAt <= move.at) : shifts
  const atRegister = open.find(({ terminalUid }) => terminalUid === register)
  const own = open.filter(({ operatorUid }) => operatorUid === move.operatorUid)
  const ofCashier = own.find((shift) => shift === atRegister) ?? own[0]
  const shift = move.amount < 0 ? (atRegister ?? ofCashier) : (ofCashier ?? atRegister)
  return shift?.shiftId ?? null
}

/**
 * Merges a report with the stored shift. A box restored from a backup may report an older state, so known withdrawals stay and a closed
 * shift stays closed.
 */
export function mergeShift(stored: Shift | null, reported: Shift): Shift {
  if (stored === null) return reported
  const added = reported.withdrawals.filter(
    ({ withdrawalId }) => !stored.withdrawals.some((withdrawal) => withdrawal.withdrawalId === withdrawalId),
  )
  return { ...reported, closedAt: stored.closedAt ?? reported.closedAt, withdrawals: [...stored.withdrawals, ...added] }
}
