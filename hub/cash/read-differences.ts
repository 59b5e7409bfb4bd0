/** The dashboard's cash differences: sums, the counts behind them, shifts and drawer openings. */
import type {
  CashDifferenceSum,
  listCashDifferences,
  listDrawerOpenings,
  listStoreShifts,
  sumCashDifferences,
} from "../../protocol/http/admin/cash.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { daysOfList } from "../../protocol/rules/cash/cash-day.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import type { HubStore } from "../storage/index.ts"
import { findStoreOfAccount, storesOfAccountById } from "../tenants/index.ts"
import { accountOf, tenantOf, vendorsRequested } from "../users/index.ts"
import { type DifferenceQuery, type DifferenceSum, listDifferences, sumDifferences } from "./differences-store.ts"
import { listOpenings, shiftsOfDay } from "./shifts-store.ts"

const BAD_CURSOR = { path: "after", message: "is not the `next` of a page" }

type ReadDifferencesDeps = { readonly store: HubStore }

interface Range {
  readonly from: string
  readonly to: string
  readonly vendorId?: string
  readonly storeId?: string
}

export const sumCashDifferencesHandler =
  ({ store }: ReadDifferencesDeps): Handler<typeof sumCashDifferences> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 3)
    if (query.after !== undefined && !after) return invalid(BAD_CURSOR)
    const asked = differencesAsked(caller, query)
    if (isRefusal(asked)) return asked
    const size = sizeOf(query)
    return store.read(accountOf(caller), async (scope) => {
      // Stores times reasons, so thousands at the most, summed from an index of the differences.
      const sums = (await sumDifferences(scope, asked)).sort(byWorst)
      const from = after ? sums.findIndex((sum) => `${keyOf(sum)}` === `${after}`) + 1 : 0
      const page = cursorPage(sums.slice(from, from + size + 1), size, keyOf)
      const stores = await storesOfAccountById(
        scope,
        page.items.map(({ storeId }) => storeId),
      )
      const items = page.items.map((sum): CashDifferenceSum => {
        const place = stores.get(sum.storeId)
        return {
          ...sum,
          code: place?.code ?? null,
          name: place?.name ?? sum.storeId,
          countryCode: place?.countryCode ?? null,
        }
      })
      return { status: 200 as const, data: { items, next: page.next } }
    })
  }

export const listCashDifferencesHandler =
  ({ store }: ReadDifferencesDeps): Handler<typeof listCashDifferences> =>
  async ({ query, caller }) => {
    const [businessDayDate, id] = query.after === undefined ? [] : (readCursor(query.after, 2) ?? [])
    const after = businessDayDate !== undefined && id !== undefined ? { businessDayDate, id } : undefined
    if (query.after !== undefined && !after) return invalid(BAD_CURSOR)
    const asked = differencesAsked(caller, query)
    if (isRefusal(asked)) return asked
    const size = sizeOf(query)
    const page = { ...asked, reason: query.reason, after, limit: size + 1 }
    const rows = await store.read(accountOf(caller), (scope) => listDifferences(scope, page))
    return { status: 200, data: cursorPage(rows, size, (row) => [row.businessDayDate, row.id]) }
  }

export const listStoreShiftsHandler =
  ({ store }: ReadDifferencesDeps): Handler<typeof listStoreShifts> =>
  async ({ params, query, caller }) => {
    const seen = await seenStore(store, caller, params.storeId)
    if (isRefusal(seen)) return seen
    const shifts = await store.read(seen.tenant, (scope) => shiftsOfDay(scope, seen.storeId, query.date))
    return { status: 200, data: { shifts } }
  }

export const listDrawerOpeningsHandler =
  ({ store }: ReadDifferencesDeps): Handler<typeof listDrawerOpenings> =>
  async ({ params, query, caller }) => {
    const [at, openingId] = query.after === undefined ? [] : (readCursor(query.after, 2) ?? [])
    const after = at !== undefined && openingId !== undefined ? { at, openingId } : undefined
    if (query.after !== undefined && !after) return invalid(BAD_CURSOR)
    const seen = await seenStore(store, caller, params.storeId)
    if (isRefusal(seen)) return seen
    const size = sizeOf(query)
    const page = { storeId: seen.storeId, limit: size + 1, after }
    const rows = await store.read(seen.tenant, (scope) => listOpenings(scope, page))
    return { status: 200, data: cursorPage(rows, size, (row) => [row.at, row.openingId]) }
  }

function differencesAsked(caller: UserCaller, query: Range) {
  const days = daysOfList({ storeId: "", from: query.from, to: query.to }, query.to)
  if (isRefusal(days)) return days
  const vendorIds = vendorsRequested(caller, query.vendorId)
  if (isRefusal(vendorIds)) return vendorIds
  return {
    ...days,
    vendorIds: vendorIds.length > 0 ? vendorIds : [""],
    storeId: query.storeId,
  } satisfies DifferenceQuery
}

/** The largest shortage first. Amounts of two currencies are not compared. */
function byWorst(a: DifferenceSum, b: DifferenceSum): number {
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1
  return a.short - b.short || b.over - a.over || (a.storeId + a.reason < b.storeId + b.reason ? -1 : 1)
}

function keyOf({ currency, storeId, reason }: DifferenceSum): string[] {
  return [currency, storeId, reason]
}

async function seenStore(store: HubStore, caller: UserCaller, wanted: string) {
  const storeId = wanted.toLowerCase()
  const place = await store.read(accountOf(caller), (scope) => findStoreOfAccount(scope, storeId))
  const tenant = place ? tenantOf(caller, place.vendorId) : null
  if (!tenant || isRefusal(tenant)) return refuse("NOT_FOUND", `There is no store ${wanted}.`)
  return { storeId, tenant }
}
