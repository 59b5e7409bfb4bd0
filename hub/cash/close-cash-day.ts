/** Reconciles the cash of a day (docs/contract/cash.md#cash-reconciliations-version-1): any store of the account; at the store where it has a box. */
import { closeCashDay as endpoint } from "../../protocol/http/cash.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { cashOfDay } from "../../protocol/rules/business-day/day-close.ts"
import { closeCashDay } from "../../protocol/rules/cash/cash-day.ts"
import { atStore } from "../enrolment/index.ts"
import { rowsOfDay } from "../orders/index.ts"
import { findStoreOfAccount, isEnrolled, lockStore } from "../tenants/index.ts"
import { findApproval, markUsed } from "./authorizations-store.ts"
import { countedDay } from "./business-day-of-count.ts"
import { closesOfDay, insertClose } from "./cash-store.ts"
import type { ClosingCash } from "./close-cash.ts"

export const closeCashDayHandler =
  ({ store, ids, line }: ClosingCash): Handler<typeof endpoint> =>
  async (request) => {
    const { body, caller } = request
    const place = await store.read(caller, (scope) => findStoreOfAccount(scope, body.storeId.toLowerCase()))
    if (!place) return invalid({ path: "storeId", message: "is not a store of this account" })
    const tenant = { accountId: place.accountId, vendorId: place.vendorId }
    const answer = await store.write(tenant, async (tx) => {
      await lockStore(tx, place.id)
      if (await isEnrolled(tx.system, place.id)) return atStore(place.id)
      const day = await countedDay(tx, place, body.businessDayDate)
      const closed = closeCashDay({
        request: body,
        cashSales: cashOfDay(await rowsOfDay(tx, place.id, day.businessDayDate), body.currency, body.operatorUid),
        day,
        known: await closesOfDay(tx, place.id, day.businessDayDate),
        approval: await findApproval(tx, place.id, body.authorizationTokenId),
        tenant,
        id: ids.uuid(),
        reportedBy: caller.actor,
        now: tx.now,
      })
      if (isRefusal(closed)) return closed
      if (closed.isNew) {
        await insertClose(tx, closed.record)
        await markUsed(tx, closed.record)
      }
      return { status: 201 as const, data: closed.record }
    })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }
