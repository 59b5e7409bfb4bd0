/** Lists a store's cash reconciliations of both versions (docs/contract/cash.md#cash-reconciliations-version-1): any store of the account. */
import type { listCash as endpoint } from "../../protocol/http/cash.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { dateByCutoff } from "../../protocol/rules/business-day/business-day.ts"
import { daysOfList } from "../../protocol/rules/cash/cash-day.ts"
import { LIST_SIZE_MAX } from "../../protocol/shapes/cash-day.ts"
import { countsOf } from "../../protocol/shapes/page.ts"
import { openDayOf } from "../business-day/index.ts"
import { findStoreOfAccount, isEnrolled } from "../tenants/index.ts"
import { pageOfCloses } from "./cash-store.ts"
import type { ClosingCash } from "./close-cash.ts"

export const listCashHandler =
  ({ store, line }: Pick<ClosingCash, "store" | "line">): Handler<typeof endpoint> =>
  async ({ query, caller }) => {
    const place = await store.read(caller, (scope) => findStoreOfAccount(scope, query.storeId.toLowerCase()))
    if (!place) return invalid({ path: "storeId", message: "is not a store of this account" })
    const tenant = { accountId: place.accountId, vendorId: place.vendorId }
    return store.list(tenant, async (scope) => {
      const atHome = await isEnrolled(scope.system, place.id)
      const open = atHome ? await openDayOf(scope, place.id) : null
      const days = daysOfList(query, open?.businessDayDate ?? dateByCutoff(scope.now, place))
      if (isRefusal(days)) return days
      const page = { page: query.page ?? 1, size: query.size ?? LIST_SIZE_MAX }
      const range = { ...days, operatorUid: query.operatorUid }
      const { reconciliations, total } = await pageOfCloses(scope, place.id, { ...range, ...page })
      const headers = atHome && { headers: await line.freshness(place.id) }
      return { status: 200 as const, data: { reconciliations, ...countsOf(total, page) }, ...headers }
    })
  }
