/** Restores shifts, closes, drawer openings and approvals that the store's disk has lost. */
import { mergeShift } from "../../protocol/rules/cash/cash-shift.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { DrawerOpened, Shift } from "../../protocol/shapes/shift.ts"
import type { BoxTx } from "../storage/index.ts"
import { findApproval, markUsed, saveAuthorization } from "./authorizations-store.ts"
import { closesOfSession, replaceReconciliation, saveReconciliation } from "./cash-store.ts"
import { hasOpening, saveOpening } from "./drawer-log-store.ts"
import { findShift, openShiftOf, saveShift } from "./shifts/index.ts"

/** Returns false if another shift has been opened at the register since, because a drawer has only one open shift. */
export function restoreShift(tx: BoxTx, shift: Shift): boolean {
  const open = openShiftOf(tx, shift.terminalUid)
  if (shift.closedAt === null && open !== null && open.shiftId !== shift.shiftId) return false
  // Withdrawals of both copies left the drawer, so both are kept.
  saveShift(tx, mergeShift(findShift(tx, shift.shiftId), shift))
  return true
}

export function restoreClose(tx: BoxTx, record: CashReconciliation): void {
  const session = record.sessionExternalId
  const known = session !== null && closesOfSession(tx, session).some(({ id }) => id === record.id)
  if (known) replaceReconciliation(tx, record)
  else saveReconciliation(tx, record)
  markUsed(tx, record)
}

export function restoreOpening(tx: BoxTx, opening: DrawerOpened): void {
  if (!hasOpening(tx, opening.openingId)) saveOpening(tx, opening)
}

export function restoreAuthorization(tx: BoxTx, authorization: CashAuthorization): void {
  const known = findApproval(tx, authorization.authorizationTokenId)
  if (!known.authorization) saveAuthorization(tx, authorization)
}
