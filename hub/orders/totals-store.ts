/** What all stores of a vendor came to on a day, from the rows that sales keep: added up by the database, never from orders. */
import { sql } from "kysely"
import type { DayRow, RowKind } from "../../protocol/rules/day-rows.ts"
import type { TenantRead } from "../storage/index.ts"

/** A row of all stores of one time zone: an hour is each store's own. */
export interface VendorRow extends DayRow {
  readonly timeZone: string
}

/** Goes store by store, each by its own day: the rows have no index of a vendor's, which every sale would have to keep. */
export async function rowsOfVendorDay(scope: TenantRead, date: string): Promise<VendorRow[]> {
  const { accountId, vendorId } = scope.tenant
  const zone = scope.dialect.jsonText("store.record", "timeZone")
  const { rows } = await sql<Row>`
    WITH place AS MATERIALIZED (
      SELECT store_id, ${zone} AS zone FROM store WHERE account_id = ${accountId} AND vendor_id = ${vendorId}
    )
    SELECT place.zone, day_row.currency, day_row.kind, day_row.code, day_row.rate,
      sum(day_row.transactions) AS transactions, sum(day_row.amount) AS amount
    FROM place CROSS JOIN day_row
    WHERE day_row.store_id = place.store_id AND day_row.business_day = ${date} AND day_row.kind <> 'cash'
    GROUP BY place.zone, day_row.currency, day_row.kind, day_row.code, day_row.rate`.execute(scope.system.db)
  return rows.map(({ zone: timeZone, currency, kind, code, rate, transactions, amount }) => ({
    timeZone,
    businessDayDate: date,
    currencyCode: currency,
    kind,
    code,
    rate,
    transactions: Number(transactions),
    amount: Number(amount),
  }))
}

interface Row {
  zone: string
  currency: string
  kind: RowKind
  code: string
  rate: string
  transactions: number | string
  amount: number | string
}

export interface StoreSales {
  readonly storeId: string
  readonly date: string
  readonly currencyCode: string
  readonly transactions: number
  readonly amount: number
}

/** The sales of some stores on some days: the rows of channels hold them all. */
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
