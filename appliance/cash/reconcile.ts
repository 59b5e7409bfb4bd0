/** Reconciles a drawer by one rule, for a register's shift and for an integrator's request (docs/contract/cash.md#cash-reconciliations-version-2). */
import type { Caller } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { closeCash } from "../../protocol/rules/cash/cash-close.ts"
import type { CashCloseRequest, CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { Shift } from "../../protocol/shapes/shift.ts"
import { toUtc } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import { cashBetween, hasMovesInShift, movedBetween } from "../orders/store/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { findApproval, markUsed } from "./authorizations-store.ts"
import { findCountedDay } from "./business-day-of-count.ts"
import { findBySession, findByShift, saveReconciliation } from "./cash-store.ts"
import { cashOfShift, isCountedById } from "./shift-money.ts"
import { findShift } from "./shifts/index.ts"

export interface ReconcileDeps {
  readonly ids: Ids
  readonly outbox: Outbox
}

interface CountingCaller extends Caller {
  readonly vendorId: string
  /** A cashier at a register, who must not see the expected amount. */
  readonly isBlind?: boolean
}

type ReconcileRefusal = Refusal<"VALIDATION_ERROR" | "CONFLICT">

export function reconcile(
  tx: BoxTx,
  { ids, outbox }: ReconcileDeps,
  request: CashCloseRequest,
  caller: CountingCaller,
): CashReconciliation | ReconcileRefusal {
  const day = findCountedDay(tx, request.businessDayDate)
  const shiftStart = toUtc(request.shiftStart)
  const shift = findShift(tx, request.sessionExternalId)
  const record = closeCash({
    request,
    ...loadCashSales(tx, shift, request),
    isBlind: caller.isBlind ?? false,
    isOwnShift: shift !== null && isCountedById(shift),
    // A register may close its shift even if the shift's day is missing here, as it can be after the box was replaced.
    day: { ...day, hasBegun: day.hasBegun || shift?.businessDayDate === day.businessDayDate },
    existing: {
      bySession: findBySession(tx, request.sessionExternalId, request.currency),
      byShift: findByShift(tx, {
        businessDayDate: day.businessDayDate,
        operatorUid: request.operatorUid ?? null,
        currency: request.currency,
        shiftStart,
      }),
    },
    approval: findApproval(tx, request.authorizationTokenId),
    tenant: caller,
    id: ids.uuid(),
    reportedBy: caller.actor,
    now: tx.now,
  })
  if (isRefusal(record)) return record as ReconcileRefusal
  saveReconciliation(tx, record)
  markUsed(tx, record)
  outbox.record(tx, { kind: "cash.closed", body: { record } })
  return record
}

/** A register's shift is counted by its id. An integrator's own shift is counted by its hours. */
function loadCashSales(tx: BoxTx, shift: Shift | null, request: CashCloseRequest) {
  if (shift !== null && isCountedById(shift)) {
    return { cashSales: cashOfShift(tx, shift, request.currency), operatorHasSales: hasMovesInShift(tx, shift.shiftId) }
  }
  const window = { ...request, shiftStart: toUtc(request.shiftStart), shiftEnd: toUtc(request.shiftEnd) }
  return { cashSales: cashBetween(tx, window), operatorHasSales: movedBetween(tx, window) }
}
