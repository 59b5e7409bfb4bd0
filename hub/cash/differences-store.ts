/** Cash differences: one by one, and summed by store, currency and reason. */
import { sql } from "kysely"
import type { CashReason, CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { TenantRead } from "../storage/index.ts"

/** Days inclusive; all vendors of the account unless one is named. */
export interface DifferenceQuery {
  readonly from: string
  readonly to: string
  readonly vendorId?: string | undefined
  /** Only these vendors, for a user who does not see the whole account. */
  readonly vendorIds?: readonly string[] | undefined
  readonly storeId?: string | undefined
  readonly reason?: CashReason | undefined
}

export interface DifferencePage extends DifferenceQuery {
  readonly limit: number
  /** The last one of the page before. */
  readonly after?: Pick<CashReconciliation, "businessDayDate" | "id"> | undefined
}

/** The latest day first. */
export async function listDifferences(
  scope: TenantRead,
  { limit, after, ...asked }: DifferencePage,
): Promise<CashReconciliation[]> {
  const all = differences(scope, asked).select("record")
  const query = after
    ? all.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("business_day", "id"), "<", tuple(after.businessDayDate, after.id)),
      )
    : all
  const rows = await query.orderBy("business_day", "desc").orderBy("id", "desc").limit(limit).execute()
  return rows.map(({ record }) => JSON.parse(record))
}

export interface DifferenceSum {
  readonly storeId: string
  readonly currency: string
  readonly reason: CashReason
  readonly closes: number
  /** Scaled; the shortages as a negative amount. */
  readonly short: number
  readonly over: number
}

export async function sumDifferences(scope: TenantRead, query: DifferenceQuery): Promise<DifferenceSum[]> {
  const rows = await differences(scope, query)
    .select(({ fn, eb }) => [
      "store_id",
      "currency",
      "reason",
      fn.countAll<number | string>().as("closes"),
      fn
        .sum<number | string>(eb.case().when("discrepancy", "<", 0).then(eb.ref("discrepancy")).else(0).end())
        .as("short"),
      fn
        .sum<number | string>(eb.case().when("discrepancy", ">", 0).then(eb.ref("discrepancy")).else(0).end())
        .as("over"),
    ])
    // With a filter by stores, SQLite would read all their rows instead of the days' index.
    .groupBy([scope.dialect.aside("store_id"), "currency", "reason"])
    .orderBy("store_id")
    .orderBy("currency")
    .orderBy("reason")
    .execute()
  return rows.map(({ store_id, currency, reason, closes, short, over }) => ({
    storeId: store_id,
    currency,
    reason: reason as CashReason,
    closes: Number(closes),
    short: Number(short),
    over: Number(over),
  }))
}

function differences(scope: TenantRead, { from, to, vendorId, vendorIds, storeId, reason }: DifferenceQuery) {
  let query = scope
    .selectAcrossVendors("cash_reconciliation")
    // Written into the statement: SQLite does not choose a partial index by a bound value.
    .where("discrepancy", "<>", sql.lit(0))
    .where("business_day", ">=", from)
    .where("business_day", "<=", to)
  if (vendorId !== undefined) query = query.where("vendor_id", "=", vendorId)
  if (vendorIds !== undefined) query = query.where("vendor_id", "in", [...vendorIds])
  if (storeId !== undefined) query = query.where("store_id", "=", storeId)
  return reason === undefined ? query : query.where("reason", "=", reason)
}
