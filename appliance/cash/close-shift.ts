/** Closes a shift by a blind count: the notes and coins are counted first, what was expected is told afterwards. */
import type { closeShift as endpoint } from "../../protocol/http/register.ts"
import { scaleMajor, sum, toMajor } from "../../protocol/money.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { CASH_DECIMALS } from "../../protocol/rules/cash-close.ts"
import type { CashCloseRequest, CashReason } from "../../protocol/shapes/cash-close.ts"
import type { Shift } from "../../protocol/shapes/shift.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findBySession } from "./cash-store.ts"
import { type Reconciling, reconcile } from "./reconcile.ts"
import { findShift, saveShift } from "./shifts-store.ts"

export const closeShiftHandler =
  (deps: Reconciling): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const shift = findShift(tx, params.shiftId)
    if (shift?.terminalUid !== caller.keyId) return refuse("NOT_FOUND", "There is no such shift at this register.")
    const known = findBySession(tx, shift.shiftId, shift.currency)
    if (known) return { status: 200, data: known }
    const declaredCash = countedCash(body.counted)
    if (declaredCash === null) return invalid({ path: "counted", message: "has a denomination with too many decimals" })
    const record = reconcile(tx, deps, requestOf(shift, { ...body, declaredCash, shiftEnd: tx.now }), caller)
    if (isRefusal(record)) return record
    saveShift(tx, { ...shift, closedAt: tx.now })
    return { status: 201, data: record }
  }

/** Major units. */
function countedCash(counted: readonly { readonly denomination: number; readonly count: number }[]): number | null {
  const parts = counted.map(({ denomination, count }) => {
    const scaled = scaleMajor(denomination, CASH_DECIMALS)
    return scaled === null ? null : scaled * count
  })
  return parts.some((part) => part === null) ? null : toMajor(sum(parts.map((part) => part ?? 0)))
}

interface Count {
  readonly declaredCash: number
  readonly shiftEnd: string
  readonly reason: CashReason
  readonly notes?: string
}

function requestOf(shift: Shift, count: Count): CashCloseRequest {
  return {
    storeId: shift.storeId,
    currency: shift.currency,
    sessionExternalId: shift.shiftId,
    declaredCash: count.declaredCash,
    openingBalance: shift.openingBalance,
    shiftStart: shift.openedAt,
    shiftEnd: count.shiftEnd,
    reason: count.reason,
    withdrawals: shift.withdrawals.map(({ amount, category, withdrawnAt, authorizerName, notes }) => ({
      amount,
      category,
      withdrawnAt,
      ...(authorizerName !== null && { authorizerName }),
      ...(notes !== null && { notes }),
    })),
    businessDayDate: shift.businessDayDate,
    operatorUid: shift.operatorUid,
    operatorName: shift.operatorName,
    terminalUid: shift.terminalUid,
    ...(count.notes !== undefined && { notes: count.notes }),
  }
}
