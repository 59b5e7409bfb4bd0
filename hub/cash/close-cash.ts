/** Closes a shift's drawer (docs/contract/cash.md#cash-reconciliations-version-2): at the hub for a store without a box, else at the store. */
import { closeCash as endpoint } from "../../protocol/http/cash.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { closeCash } from "../../protocol/rules/cash/cash-close.ts"
import type { CashCloseRequest, CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { toUtc } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import { atStore, type StoreCaller } from "../enrolment/index.ts"
import { cashBetween, movedBetween } from "../orders/index.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { isEnrolled, lockStore } from "../tenants/index.ts"
import { findApproval, markUsed } from "./authorizations-store.ts"
import { countedDay } from "./business-day-of-count.ts"
import { findBySession, findByShift, insertClose } from "./cash-store.ts"

export interface ClosingCash {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreCaller
}

export const closeCashHandler =
  ({ store, ids, line }: ClosingCash): Handler<typeof endpoint> =>
  async (request) => {
    const { body, caller } = request
    const answer = await store.write(caller, async (tx) => {
      // Locked until the commit: nobody else counts, approves or closes the day there.
      const place = await lockStore(tx, body.storeId.toLowerCase())
      if (!place) return refuse("NOT_FOUND", `There is no store ${body.storeId}.`)
      if (await isEnrolled(tx.system, place.id)) return atStore(place.id)
      const record = await reconcile(tx, body, { place, id: ids.uuid(), reportedBy: caller.actor })
      return isRefusal(record) ? record : { status: 201 as const, data: record }
    })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }

interface At {
  readonly place: Store
  readonly id: string
  readonly reportedBy: string
}

async function reconcile(
  tx: TenantWrite,
  request: CashCloseRequest,
  { place, id, reportedBy }: At,
): Promise<CashReconciliation | Refusal<"VALIDATION_ERROR" | "CONFLICT">> {
  const day = await countedDay(tx, place, request.businessDayDate)
  const window = { ...request, shiftStart: toUtc(request.shiftStart), shiftEnd: toUtc(request.shiftEnd) }
  const operatorUid = request.operatorUid ?? null
  const shift = { ...window, storeId: place.id, businessDayDate: day.businessDayDate, operatorUid }
  const record = closeCash({
    request,
    cashSales: await cashBetween(tx, place.id, window),
    operatorHasSales: await movedBetween(tx, place.id, window),
    day,
    existing: { bySession: await findBySession(tx, shift), byShift: await findByShift(tx, shift) },
    approval: await findApproval(tx, place.id, request.authorizationTokenId),
    tenant: tx.tenant,
    id,
    reportedBy,
    now: tx.now,
  })
  if (isRefusal(record)) return record
  if (!(await insertClose(tx, record))) {
    return refuse("CONFLICT", "This shift was closed just now by another request.")
  }
  await markUsed(tx, record)
  return record
}
