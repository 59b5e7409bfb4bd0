/** Lists a store's cash reconciliations of both versions (document 2, *Cash reconciliations v1*): any store of the account. */
import type { listCash as endpoint } from "../../protocol/http/cash.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { dateByCutoff } from "../../protocol/rules/business-day.ts"
import { daysOfList } from "../../protocol/rules/cash-day.ts"
import { openDayOf } from "../day/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { closesOfDays } from "./cash-store.ts"
import type { ClosingCash } from "./close-cash.ts"

export const listCashHandler =
  ({ store, downlink, line }: Pick<ClosingCash, "store" | "downlink" | "line">): Handler<typeof endpoint> =>
  async ({ query, caller }) => {
    const place = await store.read(caller, (scope) => findStoreOfAccount(scope, query.storeId.toLowerCase()))
    if (!place) return invalid({ path: "storeId", message: "is not a store of this account" })
    const tenant = { accountId: place.accountId, vendorId: place.vendorId }
    return store.read(tenant, async (scope) => {
      const atHome = await downlink.isEnrolled(scope.system, place.id)
      const open = atHome ? await openDayOf(scope, place.id) : null
      const days = daysOfList(query, open?.businessDayDate ?? dateByCutoff(scope.now, place))
      if (isRefusal(days)) return days
      const reconciliations = await closesOfDays(scope, place.id, { ...days, operatorUid: query.operatorUid })
      const headers = atHome && { headers: await line.freshness(place.id) }
      return { status: 200 as const, data: { reconciliations }, ...headers }
    })
  }
