/** Closes a shift by a blind count. The first count closes it, whatever the difference; the expected amount is shown only afterwards. */
import type { Static } from "typebox"
import type { closeShift as endpoint } from "../../protocol/http/register.ts"
import { scaleMajor, sum, toMajor } from "../../protocol/money.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { CASH_DECIMALS } from "../../protocol/rules/cash/cash-close.ts"
import type { CashCloseRequest, CashReason, CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { Shift } from "../../protocol/shapes/shift.ts"
import { refusePaymentInDoubt } from "../payments/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { closesOfSession } from "./cash-store.ts"
import { type ReconcileDeps, reconcile } from "./reconcile.ts"
import { drawerCurrencies, floatOf } from "./shift-money.ts"
import { findShift, saveShift } from "./shifts/index.ts"

export const closeShiftHandler =
  (deps: ReconcileDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const shift = findShift(tx, params.shiftId)
    if (shift?.terminalUid !== caller.keyId) return refuse("NOT_FOUND", "There is no such shift at this register.")
    const known = closesOfSession(tx, shift.shiftId)
    if (known.length > 0) return { status: 200, data: shiftClose(shift, known) }
    const inDoubt = refusePaymentInDoubt(tx, caller.keyId)
    if (inDoubt) return inDoubt
    const counts = countsOf(shift, body)
    const missing = drawerCurrencies(tx, shift).filter(
      (currency) => !counts.some((count) => count.currency === currency),
    )
    if (missing.length > 0) return invalid({ path: "others", message: `must count ${missing.join(", ")} as well` })
    const records: CashReconciliation[] = []
    for (const { currency, counted, path } of counts) {
      const declaredCash = totalOfCount(counted)
      if (declaredCash === null) return invalid({ path, message: "has a denomination with too many decimals" })
      const request = requestOf(shift, { ...body, currency, declaredCash, shiftEnd: tx.now })
      const record = reconcile(tx, deps, request, { ...caller, isBlind: true })
      if (isRefusal(record)) return counts.length === 1 ? record : withCurrency(record, currency)
      records.push(record)
    }
    const closed = { ...shift, closedAt: tx.now }
    saveShift(tx, closed)
    deps.outbox.record(tx, { kind: "shift.changed", body: { shift: closed } })
    return { status: 201, data: shiftClose(shift, records) }
  }

type Body = Static<(typeof endpoint)["body"]>

interface DrawerCount {
  readonly currency: string
  readonly counted: Body["counted"]
  readonly path: string
}

function countsOf({ currency }: Shift, { counted, others = [] }: Body): DrawerCount[] {
  const apart = others.map((other, index) => ({ ...other, path: `others.${index}.counted` }))
  return [{ currency, counted, path: "counted" }, ...apart]
}

function shiftClose(shift: Shift, records: readonly CashReconciliation[]) {
  const own = records.find(({ currency }) => currency === shift.currency)
  if (!own) throw new Error(`shift ${shift.shiftId} was closed without its own currency`)
  return { ...own, others: records.filter((record) => record !== own) }
}

/** Prefixes a refusal with the currency that it is about. */
function withCurrency<R extends Refusal>(refusal: R, currency: string): R {
  return { ...refusal, message: `${currency}: ${refusal.message}` }
}

/** Returns major units; null if a denomination has too many decimals. */
function totalOfCount(counted: Body["counted"]): number | null {
  const parts = counted.map(({ denomination, count }) => {
    const scaled = scaleMajor(denomination, CASH_DECIMALS)
    return scaled === null ? null : scaled * count
  })
  return parts.some((part) => part === null) ? null : toMajor(sum(parts.map((part) => part ?? 0)))
}

interface CloseRequestInput {
  readonly currency: string
  readonly declaredCash: number
  readonly shiftEnd: string
  readonly reason: CashReason
  readonly notes?: string
  readonly authorizationTokenId?: string
}

function requestOf(shift: Shift, count: CloseRequestInput): CashCloseRequest {
  return {
    storeId: shift.storeId,
    currency: count.currency,
    sessionExternalId: shift.shiftId,
    declaredCash: count.declaredCash,
    openingBalance: floatOf(shift, count.currency),
    shiftStart: shift.openedAt,
    shiftEnd: count.shiftEnd,
    reason: count.reason,
    withdrawals: withdrawalsIn(shift, count.currency).map(
      ({ amount, category, withdrawnAt, authorizerUid, authorizerName, notes }) => ({
        amount,
        category,
        withdrawnAt,
        ...(authorizerUid !== undefined && { authorizerUid }),
        ...(authorizerName !== null && { authorizerName }),
        ...(notes !== null && { notes }),
      }),
    ),
    businessDayDate: shift.businessDayDate,
    operatorUid: shift.operatorUid,
    operatorName: shift.operatorName,
    terminalUid: shift.terminalUid,
    ...(count.notes !== undefined && { notes: count.notes }),
    ...(count.authorizationTokenId !== undefined && { authorizationTokenId: count.authorizationTokenId }),
  }
}

function withdrawalsIn(shift: Shift, currency: string): Shift["withdrawals"] {
  return shift.withdrawals.filter((withdrawal) => (withdrawal.currency ?? shift.currency) === currency)
}
