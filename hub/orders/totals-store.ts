/** A vendor's totals of a day. The database adds up the rows that each sale updates; orders are not read. */
import { setImmediate } from "node:timers/promises"
import type { DayRow, RowKind } from "../../protocol/rules/business-day/day-rows.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"

/** A sum over all stores of one time zone. Hours are local to each store. */
export interface VendorRow extends DayRow {
  readonly timeZone: string
}

/** Stores per query. SQLite runs in this process, so the hub answers other requests between two queries. */
const STORES_AT_ONCE = 50

/** Reads by store and day. An index by vendor would slow every sale. */
export async function rowsOfVendorDay(
  scope: TenantRead,
  stores: readonly Pick<Store, "id" | "timeZone">[],
  date: string,
): Promise<VendorRow[]> {
  const rows: VendorRow[] = []
  for (const timeZone of new Set(stores.map((store) => store.timeZone))) {
    const own = stores.filter((store) => store.timeZone === timeZone).map(({ id }) => id)
    for (let first = 0; first < own.length; first += STORES_AT_ONCE) {
      const some = await sumOfStores(scope, own.slice(first, first + STORES_AT_ONCE), date)
      rows.push(...some.map((row) => ({ ...row, timeZone })))
      await setImmediate()
    }
  }
  return rows
}

async function sumOfStores(scope: TenantRead, ids: readonly string[], date: string): Promise<DayRow[]> {
  const rows = await scope
    .select("day_row")
    .select(({ fn }) => [
      "currency",
      "kind",
      "code",
      "rate",
      fn.sum<number | string>("transactions").as("transactions"),
      fn.sum<number | string>("amount").as("amount"),
    ])
    .where("store_id", "in", [...ids])
    .where("business_day", "=", date)
    .where("kind", "<>", "cash")
    .groupBy(["currency", "kind", "code", "rate"])
    .execute()
  return rows.map(({ currency, kind, code, rate, transactions, amount }) => ({
    businessDayDate: date,
    currencyCode: currency,
    kind: kind as RowKind,
    code,
    rate,
    transactions: Number(transactions),
    amount: Number(amount),
  }))
}

interface StoreSales {
  readonly storeId: string
  readonly date: string
  readonly currencyCode: string
  readonly transactions: number
  readonly amount: number
}

/** Sales of the given stores and days, from the rows per channel. Each sale is in exactly one of them. */
export async function salesOfStores(
  scope: TenantRead,
  ids: readonly string[],
  dates: readonly string[],
): Promise<StoreSales[]> {
  if (ids.length === 0) return []
  const rows = await scope
    .select("day_row")
    .select(({ fn }) => [
      "store_id",
      "business_day",
      "currency",
      fn.sum<number | string>("transactions").as("transactions"),
      fn.sum<number | string>("amount").as("amount"),
    ])
    .where("store_id", "in", [...ids])
    .where("business_day", "in", [...dates])
    .where("kind", "=", "channel")
    .groupBy(["store_id", "business_day", "currency"])
    .execute()
  return rows.map(({ store_id, business_day, currency, transactions, amount }) => ({
    storeId: store_id,
    date: business_day,
    currencyCode: currency,
    transactions: Number(transactions),
    amount: Number(amount),
  }))
}
