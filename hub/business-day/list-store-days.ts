/** Lists a store's business days, each with the certificate of its close and the hub's check of it. */
import type { listStoreDays } from "../../protocol/http/admin/stores.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import type { HubStore } from "../storage/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { accountOf, tenantOf } from "../users/index.ts"
import { checkedDays } from "./day-checks-store.ts"

export const listStoreDaysHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof listStoreDays> =>
  async ({ params, query, caller }) => {
    const [before = null] = query.after === undefined ? [] : (readCursor(query.after, 1) ?? [])
    if (query.after !== undefined && before === null) {
      return invalid({ path: "after", message: "is not the `next` of a page" })
    }
    const place = await store.read(accountOf(caller), (scope) =>
      findStoreOfAccount(scope, params.storeId.toLowerCase()),
    )
    const tenant = place && tenantOf(caller, place.vendorId)
    if (!place || !tenant || isRefusal(tenant)) return refuse("NOT_FOUND", `There is no store ${params.storeId}.`)
    const size = sizeOf(query)
    const found = await store.read(tenant, (scope) =>
      checkedDays(scope, { storeId: place.id, before, limit: size + 1 }),
    )
    const page = cursorPage(found, size, ({ day }) => [day.businessDayDate])
    const items = page.items.map(({ day: { businessDayDate, status, openedAt, closedAt, certificate }, check }) => ({
      businessDayDate,
      status,
      openedAt,
      closedAt,
      certificate: certificate ?? null,
      check,
    }))
    return { status: 200, data: { items, next: page.next } }
  }
