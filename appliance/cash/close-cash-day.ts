/** Reconciles the cash of a day. The hub forwards the request to the store (docs/contract/cash.md#cash-reconciliations-version-1). */
import type { closeCashDay as endpoint } from "../../protocol/http/cash.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { cashOfDay } from "../../protocol/rules/business-day/day-close.ts"
import { closeCashDay } from "../../protocol/rules/cash/cash-day.ts"
import { requireConfig } from "../catalog/index.ts"
import { rowsOfDay } from "../orders/store/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findApproval, markUsed } from "./authorizations-store.ts"
import { findCountedDay } from "./business-day-of-count.ts"
import { closesOfDay, saveReconciliation } from "./cash-store.ts"
import type { ReconcileDeps } from "./reconcile.ts"

export const closeCashDayHandler =
  ({ ids, outbox }: ReconcileDeps): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const { store } = requireConfig(tx)
    if (body.storeId.toLowerCase() !== store.id) return invalid({ path: "storeId", message: "is another store" })
    const day = findCountedDay(tx, body.businessDayDate)
    const closed = closeCashDay({
      request: body,
      cashSales: cashOfDay(rowsOfDay(tx, day.businessDayDate), body.currency, body.operatorUid),
      day,
      known: closesOfDay(tx, day.businessDayDate),
      approval: findApproval(tx, body.authorizationTokenId),
      // The caller may belong to another vendor of the account.
      tenant: store,
      id: ids.uuid(),
      reportedBy: caller.actor,
      now: tx.now,
    })
    if (isRefusal(closed)) return closed
    if (closed.isNew) {
      saveReconciliation(tx, closed.record)
      markUsed(tx, closed.record)
      outbox.record(tx, { kind: "cash.closed", body: { record: closed.record } })
    }
    return { status: 201, data: closed.record }
  }
