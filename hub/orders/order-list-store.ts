/** Lists of orders in the hub's database: counted and skipped within an index, and only the page's own rows are read. */
import type { SelectQueryBuilder } from "kysely"
import type { OrderFilter } from "../../protocol/rules/order-list.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { type Page, stretchOf } from "../../protocol/shapes/page.ts"
import type { HubTables, TenantRead } from "../storage/index.ts"
import { AGGREGATOR } from "./mirror-store.ts"
import { type Home, recordOf } from "./orders-store.ts"

export interface ListedOrder {
  readonly order: OrderRecord
  readonly home: Home
}

export interface OrderPage {
  readonly listed: readonly ListedOrder[]
  readonly total: number
}

export async function readOrderPage(scope: TenantRead, filter: OrderFilter, page: Page): Promise<OrderPage> {
  const found = await withId(scope, filter)
  const counted = await countQuery(scope, found).executeTakeFirstOrThrow()
  const total = Number(counted.total)
  if ((page.page - 1) * page.size >= total) return { listed: [], total }
  const rows = await pageQuery(scope, found, { total, page }).execute()
  const listed = rows.map((row): ListedOrder => ({ order: recordOf(row), home: row.home as Home }))
  return { listed: listed.sort(newestFirst), total }
}

/** A UUID is the id of an order, or one that it goes by; else it is a text like any other. */
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

export function countQuery(scope: TenantRead, filter: OrderFilter) {
  return matching(scope, filter).select(({ fn }) => fn.countAll<number | string>().as("total"))
}

/**
 * The rows of one page, in no order. The fence is around the ids alone: beside them, SQLite would rather walk the vendor's orders
 * than look up twenty. A page of the last half is reached from the oldest; over a range of days the page is sorted, since an index
 * in the list's order has no days.
 */
export function pageQuery(scope: TenantRead, filter: OrderFilter, { total, page }: { total: number; page: Page }) {
  const { offset, limit, fromEnd } = stretchOf(total, page)
  const way = fromEnd ? "asc" : "desc"
  const ids = matching(scope, filter)
    .select("order_id")
    .orderBy(isRange(filter) ? scope.dialect.aside("created_at") : "created_at", way)
    .orderBy("order_id", way)
    .limit(limit)
    .offset(offset)
  return scope.system.db.selectFrom("orders").select(["record", "home", AGGREGATOR]).where("order_id", "in", ids)
}

function isRange({ days }: OrderFilter): boolean {
  return days !== undefined && days.from !== days.to
}

function newestFirst({ order: a }: ListedOrder, { order: b }: ListedOrder): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
}

type Matching = SelectQueryBuilder<HubTables, "orders", Record<never, never>>

/** `order_method` has every column that a list filters by: to this query it is the orders of a method. */
function matching(scope: TenantRead, filter: OrderFilter): Matching {
  const { days, created, method, code, text, id } = filter
  const leader = leaderOf(filter)
  let query: Matching = scope.select((method === undefined ? "orders" : "order_method") as "orders")
  if (method !== undefined) query = query.where("method" as "status", "=", method)
  if (id !== undefined) query = query.where("order_id", "=", id)
  if (days && days.from === days.to) query = query.where("business_day", "=", days.from)
  else if (days) query = query.where("business_day", ">=", days.from).where("business_day", "<=", days.to)
  if (created) query = query.where("created_at", ">=", created.from).where("created_at", "<", created.before)
  for (const [column, value] of exactColumns(filter)) {
    query = query.where(
      column === leader ? scope.system.db.dynamic.ref(column) : scope.dialect.aside(column),
      "=",
      value,
    )
  }
  if (code !== undefined) query = query.where(scope.dialect.contains("order_code", code))
  if (text === undefined) return query
  const { contains } = scope.dialect
  return query.where((where) => where.or([contains("order_code", text), contains("external_id", text)]))
}

function exactColumns({ status, paymentStatus, channel, fulfilment }: OrderFilter): [column: string, value: string][] {
  const all = Object.entries({ status, payment_status: paymentStatus, channel, fulfilment })
  return all.filter((entry): entry is [string, string] => entry[1] !== undefined)
}

/**
 * The exact column whose index leads; none where a day or a method does, or where a text must be looked for: only the lists by time,
 * by day and by method hold the texts.
 */
function leaderOf(filter: OrderFilter): string | undefined {
  const { days, method, code, text, id } = filter
  if (days || [method, code, text, id].some((asked) => asked !== undefined)) return undefined
  return exactColumns(filter)[0]?.[0]
}
