/** The dashboard's totals of a day, of one store or all of a vendor's, beside the same weekday of the week before. */
import type { DayTotals, listStoreTotals, readTotals } from "../../protocol/http/admin/totals.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { dateByCutoff } from "../../protocol/rules/business-day/business-day.ts"
import type { DayRow } from "../../protocol/rules/business-day/day-rows.ts"
import { totalsOfRows } from "../../protocol/rules/business-day/day-totals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { addDays } from "../../protocol/time.ts"
import { rowsOfDay, rowsOfVendorDay, salesOfStores } from "../orders/index.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import { findStoreOfAccount, storesByCode, storesOfVendor } from "../tenants/index.ts"
import { accountOf, tenantOf } from "../users/index.ts"
import { type CachedSums, createCachedSums } from "./cached-sums.ts"
import { findDay } from "./days-store.ts"
import { unknownSalesOf } from "./unknown-sales.ts"

const WEEK_DAYS = 7
/** The sums of a vendor with more stores than this are cached. */
const KEPT_FROM_STORES = 200
const KEPT_MS = 15_000
const KEPT_DAYS = 64

type Parts = { readonly store: HubStore }

export const readTotalsHandler = ({ store }: Parts): Handler<typeof readTotals> => {
  const kept: Kept = createCachedSums({ freshMs: KEPT_MS, most: KEPT_DAYS })
  return async ({ query, caller }) => {
    const { storeId, vendorId } = query
    if ((storeId === undefined) === (vendorId === undefined)) {
      return invalid({ path: "storeId", message: "or vendorId must be named, one of them" })
    }
    const place = storeId && (await store.read(accountOf(caller), (scope) => findStoreOfAccount(scope, storeId)))
    if (storeId !== undefined && !place) return refuse("NOT_FOUND", `There is no store ${storeId}.`)
    const tenant = tenantOf(caller, place ? place.vendorId : (vendorId ?? ""))
    // A foreign store is answered as an unknown one.
    if (isRefusal(tenant)) return place ? refuse("NOT_FOUND", `There is no store ${storeId}.`) : tenant
    return store.read(tenant, async (scope) => {
      const all = place ? [place] : await storesOfVendor(scope)
      const [clockwork] = all
      const date = query.date ?? (clockwork ? dateByCutoff(scope.now, clockwork) : scope.now.slice(0, 10))
      const before = addDays(date, -WEEK_DAYS)
      const day = place ? await findDay(scope, place.id, date) : null
      const asked = { kept, stores: all, isVendor: !place }
      const { at: asOf, sum: now } = await totalsOf(scope, asked, date)
      const { sum: then } = await totalsOf(scope, asked, before)
      const codes = [...new Set([...now.keys(), ...then.keys()])].sort()
      const currencies = codes.map((currencyCode) => ({
        currencyCode,
        now: now.get(currencyCode) ?? NOTHING,
        before: then.get(currencyCode) ?? NOTHING,
      }))
      const unknown = [...(await unknownSalesOf(scope, all, date)).values()].sort()
      const incomplete = { stores: unknown.length, since: unknown[0] ?? null }
      const status = day?.status ?? null
      return { status: 200 as const, data: { date, before, asOf, status, incomplete, currencies } }
    })
  }
}

const NOTHING = totalsOfRows([], "")

type Totals = ReadonlyMap<string, DayTotals>
type Kept = CachedSums<Totals>

interface Summed {
  readonly kept: Kept
  readonly stores: readonly Store[]
  /** All of a vendor's stores. */
  readonly isVendor: boolean
}

async function totalsOf(scope: TenantRead, { kept, stores, isVendor }: Summed, date: string) {
  const { accountId, vendorId } = scope.tenant
  const add = async () =>
    addUp(isVendor ? await rowsOfVendorDay(scope, stores, date) : await zonedRows(scope, stores, date))
  if (stores.length <= KEPT_FROM_STORES) return { at: scope.now, sum: await add() }
  return kept.read(JSON.stringify([accountId, vendorId, date]), scope.now, add)
}

async function zonedRows(scope: TenantRead, [store]: readonly Store[], date: string) {
  if (!store) return []
  return (await rowsOfDay(scope, store.id, date)).map((row) => ({ ...row, timeZone: store.timeZone }))
}

function addUp(rows: readonly (DayRow & { timeZone: string })[]): Totals {
  const codes = new Set(rows.filter(({ kind }) => kind !== "cash").map(({ currencyCode }) => currencyCode))
  return new Map([...codes].map((code) => [code, totalsOfRows(rows, code)]))
}

export const listStoreTotalsHandler =
  ({ store }: Parts): Handler<typeof listStoreTotals> =>
  async ({ query, caller }) => {
    const [code, storeId] = query.after === undefined ? [] : (readCursor(query.after, 2) ?? [])
    const after = code !== undefined && storeId !== undefined ? { code, storeId } : null
    if (query.after !== undefined && !after) return invalid({ path: "after", message: "is not the `next` of a page" })
    const tenant = tenantOf(caller, query.vendorId)
    if (isRefusal(tenant)) return tenant
    const size = sizeOf(query)
    return store.read(tenant, async (scope) => {
      const page = cursorPage(await storesByCode(scope, { after, limit: size + 1 }), size, (one) => [
        one.code ?? "",
        one.id,
      ])
      const dates = [query.date, addDays(query.date, -WEEK_DAYS)]
      const sales = await salesOfStores(
        scope,
        page.items.map(({ id }) => id),
        dates,
      )
      const unknown = await unknownSalesOf(scope, page.items, query.date)
      const items = page.items.map(({ id, code, name, countryCode }) => {
        const own = sales.filter((sale) => sale.storeId === id)
        const of = (currency: string, date: string | undefined) => {
          const found = own.find((sale) => sale.currencyCode === currency && sale.date === date)
          return { transactions: found?.transactions ?? 0, amount: found?.amount ?? 0 }
        }
        const currencies = [...new Set(own.map(({ currencyCode }) => currencyCode))].sort()
        return {
          storeId: id,
          code,
          name,
          countryCode,
          unknownSince: unknown.get(id) ?? null,
          currencies: currencies.map((currencyCode) => ({
            currencyCode,
            ...of(currencyCode, dates[0]),
            before: of(currencyCode, dates[1]),
          })),
        }
      })
      return { status: 200 as const, data: { items, next: page.next } }
    })
  }
