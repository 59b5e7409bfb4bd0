/** Lists a store's audit log for the dashboard: what was done at its box, and by whom. */
import type { listStoreAudit } from "../../protocol/http/admin/stores.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import type { HubStore } from "../storage/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { accountOf, tenantOf } from "../users/index.ts"
import { readStoreAudit } from "./store-audit-store.ts"

export const listStoreAuditHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof listStoreAudit> =>
  async ({ params, query, caller }) => {
    const [at, id] = query.after === undefined ? [] : (readCursor(query.after, 2) ?? [])
    const before = at !== undefined && id !== undefined ? { at, id } : null
    if (query.after !== undefined && !before) return invalid({ path: "after", message: "is not the `next` of a page" })
    const place = await store.read(accountOf(caller), (scope) =>
      findStoreOfAccount(scope, params.storeId.toLowerCase()),
    )
    const tenant = place && tenantOf(caller, place.vendorId)
    if (!place || !tenant || isRefusal(tenant)) return refuse("NOT_FOUND", `There is no store ${params.storeId}.`)
    const size = sizeOf(query)
    const rows = await store.read(tenant, (scope) => readStoreAudit(scope, place.id, { before, count: size + 1 }))
    return { status: 200, data: cursorPage(rows, size, (entry) => [entry.at, entry.id]) }
  }
