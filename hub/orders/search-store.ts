/** The queries of the dashboard's search. Each reads along one index and stops after a page. */
import { type RawBuilder, sql } from "kysely"
import { buyerWordOf } from "../../protocol/rules/orders/buyer-words.ts"
import type { OrderStatus } from "../../protocol/shapes/order.ts"
import { addDays } from "../../protocol/time.ts"
import type { TenantRead } from "../storage/index.ts"
import { AGGREGATOR } from "./aggregator-mirror-store.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** UNION parts per statement. SQLite allows 500. */
const PARTS_MAX = 100
/** The number of latest days that are read of a store, if no days are given. */
const DAYS_OF_STORE = 31
const LAST_DAY = "9999-12-31"
const DATE_CHARS = 10

export interface OrderSearch {
  /** The vendors that the user sees, or the chosen one. */
  readonly vendorIds: readonly string[]
  readonly search: string
  /** Whether buyers' words are searched. */
  readonly seesBuyers: boolean
  readonly storeId?: string | undefined
  readonly status?: OrderStatus | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** `createdAt` and id of the last order on the page before. */
  readonly after: readonly string[] | null
  readonly size: number
}

interface FoundRow {
  readonly id: string
  readonly createdAt: string
  readonly record: string
  readonly aggregator: string | null
  readonly home: string
}

/** Latest first. Returns one more than the page, to know whether there is a next one. */
export async function searchRows(scope: TenantRead, query: OrderSearch): Promise<FoundRow[]> {
  const found = new Map<string, string>()
  const ways = waysOf(scope, query)
  for (let at = 0; at < ways.length; at += PARTS_MAX) {
    const parts = ways.slice(at, at + PARTS_MAX)
    const { rows } = await sql<{ id: string; createdAt: string }>`
      SELECT f.order_id AS "id", f.created_at AS "createdAt" FROM (${sql.join(parts, sql` UNION ALL `)}) AS f
      ORDER BY f.created_at DESC, f.order_id DESC LIMIT ${query.size + 1}`.execute(scope.system.db)
    for (const row of rows) found.set(row.id, row.createdAt)
  }
  const latest = [...found].sort(latestFirst).slice(0, query.size + 1)
  return readRows(
    scope,
    latest.map(([id]) => id),
  )
}

type Pair = readonly [id: string, createdAt: string]

function latestFirst([a, at]: Pair, [b, bt]: Pair): number {
  return at === bt ? (a < b ? 1 : -1) : at < bt ? 1 : -1
}

/**
 * The ids were found within the tenant's filter. With the filter repeated here, PostgreSQL scans the account's orders instead of looking up fifty, if
 * it has not analysed the table yet.
 */
async function readRows(scope: TenantRead, ids: readonly string[]): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const rows = await scope.system.db
    .selectFrom("orders")
    .select(["order_id as id", "created_at as createdAt", "record", "home", AGGREGATOR])
    .where("order_id", "in", [...ids])
    .execute()
  const place = new Map(ids.map((id, index) => [id, index]))
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

type Part = RawBuilder<unknown>

function waysOf(scope: TenantRead, query: OrderSearch): Part[] {
  const { search, storeId, vendorIds } = query
  if (vendorIds.length === 0) return []
  if (search !== "") return waysOfWord(scope, query)
  if (storeId !== undefined) return [ofStore(scope, query, storeId)]
  return vendorIds.map((vendorId) => partOfVendor(scope, query, vendorId))
}

/** By code, external id, id, alias, and a buyer's word. */
function waysOfWord(scope: TenantRead, query: OrderSearch): Part[] {
  const { search, seesBuyers } = query
  const { accountId } = scope.tenant
  const codes = [...new Set([search, search.toUpperCase()])]
  const ways = [
    ...codes.map((code) => walk(scope, query, sql`o.account_id = ${accountId} AND o.order_code = ${code}`)),
    walk(scope, query, sql`o.account_id = ${accountId} AND o.external_id = ${search}`),
  ]
  if (UUID.test(search)) {
    const id = search.toLowerCase()
    const alias = sql`SELECT a.order_id FROM order_alias a WHERE a.alias_id = ${id} AND a.account_id = ${accountId}`
    const own = scope.dialect.aside("o.account_id")
    ways.push(walk(scope, query, sql`o.order_id IN (${id}, (${alias})) AND ${own} = ${accountId}`))
  }
  const word = seesBuyers ? buyerWordOf(search) : null
  if (word !== null) ways.push(ofBuyer(scope, query, word))
  return ways
}

/** Reads along the words; each leads to one order. CROSS JOIN tells SQLite the sequence of the join. */
function ofBuyer(scope: TenantRead, query: OrderSearch, word: string): Part {
  return sql`SELECT * FROM (SELECT o.order_id, o.created_at FROM order_buyer b CROSS JOIN orders o
    WHERE b.account_id = ${scope.tenant.accountId} AND b.word = ${word} AND o.order_id = b.order_id
      ${beyond(query, "b")} ${owned(scope, query)} ${filtersOf(scope, query)}
    ORDER BY b.created_at DESC, b.order_id DESC LIMIT ${query.size + 1}) AS part`
}

/**
 * Reads the vendor's orders by time, from the latest that can belong to the days. No condition is repeated: a database that has not analysed the
 * table would expect few rows and sort them all.
 */
function partOfVendor(scope: TenantRead, query: OrderSearch, vendorId: string): Part {
  const { status, from, to } = query
  const led = status === undefined ? sql`` : sql`AND o.status = ${status}`
  // An order is created on its business day or on a neighbouring one.
  const since = from === undefined ? sql`` : sql`AND o.created_at >= ${addDays(from, -2)}`
  const until = to === undefined ? sql`` : sql`AND o.created_at < ${addDays(to, 3)}`
  const where = sql`o.vendor_id = ${vendorId} ${led} ${since} ${until}`
  return along(query, sql`${where} ${filtersOf(scope, { ...query, status: undefined })}`)
}

/** One month of a store is small enough to sort. The next page goes back one month more. */
function ofStore(scope: TenantRead, query: OrderSearch, storeId: string): Part {
  const [shown = scope.now] = query.after ?? []
  const latest = query.to ?? shown.slice(0, DATE_CHARS)
  const to = query.to ?? LAST_DAY
  const from = query.from ?? addDays(latest, -DAYS_OF_STORE)
  return walk(
    scope,
    { ...query, from: undefined, to: undefined },
    sql`o.store_id = ${storeId} AND o.business_day >= ${from} AND o.business_day <= ${to}`,
  )
}

function walk(scope: TenantRead, query: OrderSearch, where: Part): Part {
  return along(query, sql`${where} ${owned(scope, query)} ${filtersOf(scope, query)}`)
}

function along(query: OrderSearch, where: Part): Part {
  return sql`SELECT * FROM (SELECT o.order_id, o.created_at FROM orders o
    WHERE ${where} ${beyond(query, "o")}
    ORDER BY o.created_at DESC, o.order_id DESC LIMIT ${query.size + 1}) AS part`
}

/** The orders after the last one shown. */
function beyond({ after }: OrderSearch, table: "o" | "b"): Part {
  if (!after) return sql``
  const [createdAt = "", id = ""] = after
  const at = sql.ref(`${table}.created_at`)
  return sql`AND (${at}, ${sql.ref(`${table}.order_id`)}) < (${createdAt}, ${id})`
}

/** Limits to vendors of the account. Must not influence the choice of the index. */
function owned({ dialect, tenant }: TenantRead, { vendorIds }: OrderSearch): Part {
  return sql`AND ${dialect.aside("o.vendor_id")} IN (${sql.join(vendorIds)})
    AND ${dialect.aside("o.account_id")} = ${tenant.accountId}`
}

/** The other filters. They must not influence the choice of the index. */
function filtersOf({ dialect }: TenantRead, { storeId, status, from, to }: OrderSearch): Part {
  const parts: Part[] = []
  if (storeId !== undefined) parts.push(sql`AND ${dialect.aside("o.store_id")} = ${storeId}`)
  if (status !== undefined) parts.push(sql`AND ${dialect.aside("o.status")} = ${status}`)
  if (from !== undefined) parts.push(sql`AND ${dialect.aside("o.business_day")} >= ${from}`)
  if (to !== undefined) parts.push(sql`AND ${dialect.aside("o.business_day")} <= ${to}`)
  return parts.length === 0 ? sql`` : sql.join(parts, sql` `)
}
