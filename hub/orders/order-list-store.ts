/** Lists of orders. The total comes from stored counts, skipped rows are skipped within an index, and only the page's rows are read. */
import { sql } from "kysely"
import type { OrderFilter } from "../../protocol/rules/orders/order-list.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { type Page, rowWindow } from "../../protocol/shapes/page.ts"
import type { TenantRead } from "../storage/index.ts"
import { AGGREGATOR } from "./aggregator-mirror-store.ts"
import { countOrders } from "./order-count-store.ts"
import { matching, type Stretch } from "./order-filter-store.ts"
import { type OrderHome, recordOf } from "./orders-store.ts"

export interface ListedOrder {
  readonly order: OrderRecord
  readonly home: OrderHome
}

export interface OrderPage {
  readonly listed: readonly ListedOrder[]
  readonly total: number
}

export async function readOrderPage(scope: TenantRead, filter: OrderFilter, page: Page): Promise<OrderPage> {
  const found = await withId(scope, filter)
  const total = await countOrders(scope, found)
  if ((page.page - 1) * page.size >= total) return { listed: [], total }
  const made = await madeOn(scope, found)
  const rows = await pageQuery(scope, found, { total, page, made }).execute()
  const listed = rows.map((row): ListedOrder => ({ order: recordOf(row), home: row.home as OrderHome }))
  return { listed: listed.sort(newestFirst), total }
}

/** A UUID is an order's id or an alias of it. Otherwise it is searched as text. */
async function withId(scope: TenantRead, filter: OrderFilter): Promise<OrderFilter> {
  if (filter.id === undefined) return filter
  const { id, text, ...others } = filter
  const alias = await scope.select("order_alias").select("order_id").where("alias_id", "=", id).executeTakeFirst()
  const query = scope
    .select("orders")
    .select("order_id")
    .where("order_id", "=", alias?.order_id ?? id)
  const own = await query.executeTakeFirst()
  return own ? { ...others, id: own.order_id } : { ...others, ...(text !== undefined && { text }) }
}

interface Asked {
  readonly total: number
  readonly page: Page
  /** Set only for several days. */
  readonly made: Stretch | null
}

/**
 * The rows of one page, unordered. The tenant's filter is only around the ids: with it on the rows, SQLite scans the vendor's orders instead of
 * looking up twenty. A page in the second half is read from the oldest order.
 */
export function pageQuery(scope: TenantRead, filter: OrderFilter, { total, page, made }: Asked) {
  const { offset, limit, fromEnd } = rowWindow(total, page)
  const way = fromEnd ? "asc" : "desc"
  const ids = matching(scope, filter, made)
    .select("order_id")
    .orderBy("created_at", way)
    .orderBy("order_id", way)
    .limit(limit)
    .offset(offset)
  return scope.system.db.selectFrom("orders").select(["record", "home", AGGREGATOR]).where("order_id", "in", ids)
}

/**
 * When the first and the last order of the days were created. The index by time has no days, and few other orders lie in between. An order may be
 * created days before or after its business day, so the times are read from the days themselves.
 */
export async function madeOn(scope: TenantRead, { days }: OrderFilter): Promise<Stretch | null> {
  if (!days || days.from === days.to) return null
  const { accountId, vendorId } = scope.tenant
  const edge = (which: "min" | "max") => sql`(SELECT ${sql.raw(which)}(o.created_at) FROM orders o
    WHERE o.vendor_id = ${vendorId} AND o.business_day = day.span AND ${scope.dialect.aside("o.account_id")} = ${accountId})`
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT min(${edge("min")}) AS "first", max(${edge("max")}) AS "last" FROM (
      SELECT DISTINCT span FROM order_count
      WHERE vendor_id = ${vendorId} AND method = '' AND part = 'day' AND span >= ${days.from} AND span <= ${days.to}
        AND account_id = ${accountId}
    ) AS day`.execute(scope.system.db)
  const { first = null, last = null } = rows[0] ?? {}
  return first !== null && last !== null ? { first, last } : null
}

function newestFirst({ order: a }: ListedOrder, { order: b }: ListedOrder): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
}
