/** The dashboard's stores: a page by health, the counts, one store with its components, its outages. */
import type { countStores, listStoreOutages, listStores, readStore } from "../../protocol/http/admin/stores.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import { countDeadLetters } from "../sync/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { accountOf, tenantOf, vendorsRequested } from "../users/index.ts"
import { listComponents, listOutages } from "./list-health.ts"
import { countStoreStates, rankStores, type StoreKey } from "./store-list-store.ts"
import { rowsOfStores } from "./store-rows.ts"

const BAD_CURSOR = { path: "after", message: "is not the `next` of a page" }
const COMPONENTS_MAX = 500

type ListStoresDeps = { readonly store: HubStore }

export const listStoresHandler =
  ({ store }: ListStoresDeps): Handler<typeof listStores> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : keyIn(query.after)
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    if (vendorIds.length === 0) return { status: 200, data: { items: [], next: null } }
    const { state, country } = query
    const size = sizeOf(query)
    return store.read(accountOf(caller), async (scope) => {
      const parked = await countDeadLetters(scope)
      const asked = { vendorIds, parked, state, country, search: query.search?.trim(), after, limit: size + 1 }
      const page = cursorPage(await rankStores(scope, asked), size, (row) => [`${row.rank}`, row.code, row.storeId])
      return { status: 200 as const, data: { items: await rowsOfStores(scope, page.items, parked), next: page.next } }
    })
  }

export const countStoresHandler =
  ({ store }: ListStoresDeps): Handler<typeof countStores> =>
  async ({ query, caller }) => {
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    if (vendorIds.length === 0) {
      return { status: 200, data: { silent: 0, down: 0, degraded: 0, unknown: 0, fine: 0, unheard: 0 } }
    }
    return store.read(accountOf(caller), async (scope) => {
      const parked = await countDeadLetters(scope)
      return { status: 200 as const, data: await countStoreStates(scope, { vendorIds, parked }) }
    })
  }

export const readStoreHandler =
  ({ store }: ListStoresDeps): Handler<typeof readStore> =>
  async ({ params, caller }) => {
    const seen = await store.read(accountOf(caller), async (scope) => {
      const place = await findSeenStore(scope, caller, params.storeId)
      if (isRefusal(place)) return place
      const parked = await countDeadLetters(scope)
      const ranked = await rankStores(scope, {
        vendorIds: [place.vendorId],
        parked,
        storeId: place.id,
        after: null,
        limit: 1,
      })
      const [row] = await rowsOfStores(scope, ranked, parked)
      return row ? { row, place } : refuse("NOT_FOUND", `There is no store ${params.storeId}.`)
    })
    if (isRefusal(seen)) return seen
    const { row, place } = seen
    const tenant = { accountId: caller.accountId, vendorId: place.vendorId }
    const all = await store.read(tenant, async (scope) => [
      ...(await listComponents(scope, { storeId: place.id, size: COMPONENTS_MAX })),
      ...(await listComponents(scope, { storeId: place.id, state: "retired", size: COMPONENTS_MAX })),
    ])
    const components = all.map(({ storeId: _, ...component }) => component)
    const { currency, timeZone, operatingHours } = place
    return { status: 200, data: { ...row, currency, timeZone, operatingHours, components } }
  }

export const listStoreOutagesHandler =
  ({ store }: ListStoresDeps): Handler<typeof listStoreOutages> =>
  async ({ params, query, caller }) => {
    const [startedAt, outageId] = query.after === undefined ? [] : (readCursor(query.after, 2) ?? [])
    if (query.after !== undefined && (startedAt === undefined || outageId === undefined)) return invalid(BAD_CURSOR)
    const place = await store.read(accountOf(caller), (scope) => findSeenStore(scope, caller, params.storeId))
    if (isRefusal(place)) return place
    const tenant = tenantOf(caller, place.vendorId)
    if (isRefusal(tenant)) return tenant
    const size = sizeOf(query)
    const before = startedAt !== undefined && outageId !== undefined ? { startedAt, outageId } : undefined
    const rows = await store.read(tenant, (scope) =>
      listOutages(scope, { storeId: place.id, size: size + 1, ...(before && { before }) }),
    )
    const page = cursorPage(rows, size, (row) => [row.startedAt, row.outageId])
    return { status: 200, data: { items: page.items.map(({ storeId: _, ...outage }) => outage), next: page.next } }
  }

/** A store of another account, or of a vendor that the person does not see, is as unknown as one that does not exist. */
async function findSeenStore(scope: TenantRead, { vendorIds }: UserCaller, storeId: string) {
  const place = await findStoreOfAccount(scope, storeId.toLowerCase())
  if (!place || !vendorIds.includes(place.vendorId)) return refuse("NOT_FOUND", `There is no store ${storeId}.`)
  return place
}

function keyIn(word: string): StoreKey | null {
  const [rank, code, storeId] = readCursor(word, 3) ?? []
  if (rank === undefined || code === undefined || storeId === undefined || !/^\d$/.test(rank)) return null
  return { rank: Number(rank), code, storeId }
}
