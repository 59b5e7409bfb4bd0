/** Closes a drawer: the same rule for a register's shift and for an integrator's request (document 2, *Cash reconciliations v2*). */
import type { Caller } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { closeCash } from "../../protocol/rules/cash-close.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { CashCloseRequest, CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import { toUtc } from "../../protocol/time.ts"
import { cashBetween, movedBetween } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { findApproval, markUsed } from "./authorizations-store.ts"
import { findBySession, findByShift, saveReconciliation } from "./cash-store.ts"
import { countedDay } from "./counted-day.ts"
import { findShift } from "./shifts-store.ts"

export interface Reconciling {
  readonly ids: Ids
  readonly outbox: Outbox
}

type ReconcileRefusal = Refusal<"VALIDATION_ERROR" | "CONFLICT">

export function reconcile(
  tx: BoxTx,
  { ids, outbox }: Reconciling,
  request: CashCloseRequest,
  caller: Caller & { readonly vendorId: string },
): CashReconciliation | ReconcileRefusal {
  const day = countedDay(tx, request.businessDayDate)
  const shiftStart = toUtc(request.shiftStart)
  const window = { ...request, shiftStart, shiftEnd: toUtc(request.shiftEnd) }
  const record = closeCash({
    request,
    cashSales: cashBetween(tx, window),
    operatorHasSales: movedBetween(tx, window),
    day: { ...day, hasBegun: day.hasBegun || isDayOfShift(tx, day.businessDayDate, request) },
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

/** A register closes the shift that it has, of whatever day: a box that was replaced may lack that one. */
function isDayOfShift(tx: BoxTx, date: string, { sessionExternalId }: CashCloseRequest): boolean {
  return findShift(tx, sessionExternalId)?.businessDayDate === date
}
