/** Lists orders. Counting and skipping use only an index; just the page's own rows are read. */
import type { OrderFilter } from "../../protocol/rules/orders/order-list.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { type Page, rowWindow } from "../../protocol/shapes/page.ts"
import type { BoxTx } from "../storage/index.ts"
import { findAliased } from "./store/index.ts"

interface OrderPage {
  readonly orders: OrderRecord[]
  readonly total: number
}

export function readOrderPage(tx: BoxTx, filter: OrderFilter, page: Page): OrderPage {
  const found = findById(tx, filter)
  const count = countQuery(found)
  const total = tx.db.prepare<string[], { total: number }>(count.sql).get(...count.values)?.total ?? 0
  if ((page.page - 1) * page.size >= total) return { orders: [], total }
  const { sql, values } = pageQuery(found, { total, page })
  const rows = tx.db.prepare<(string | number)[], { record: string }>(sql).all(...values)
  return { orders: rows.map(({ record }): OrderRecord => JSON.parse(record)).sort(newestFirst), total }
}

/** Resolves an id in the search text. A UUID that is no order's id is searched as text. */
function findById(tx: BoxTx, filter: OrderFilter): OrderFilter {
  if (filter.id === undefined) return filter
  const { text, ...others } = filter
  const id = findAliased(tx, filter.id) ?? filter.id
  if (tx.db.prepare("SELECT 1 FROM orders WHERE id = ?").get(id)) return { ...others, id }
  return { ...others, ...(text !== undefined && { text }) }
}

export function countQuery(filter: OrderFilter) {
  const { from, where, values } = matchOrders(filter)
  // After ANALYZE, SQLite may prefer the whole table to the index that has every column of the filter.
  const isWholeList = from === "orders" && filter.id === undefined && filter.days === undefined
  const index = isWholeList ? "INDEXED BY orders_list" : ""
  return { sql: `SELECT count(*) AS total FROM ${from} ${index} WHERE ${where}`, values }
}

/**
 * Selects the rows of one page, unsorted: with an ORDER BY, SQLite would scan the list instead of looking the rows up. A page in the last
 * half is counted from the oldest order. For a range of days SQLite sorts, because no index has both days and the list's order.
 */
export function pageQuery(filter: OrderFilter, { total, page }: { total: number; page: Page }) {
  const { from, where, values } = matchOrders(filter)
  const { offset, limit, fromEnd } = rowWindow(total, page)
  const way = fromEnd ? "ASC" : "DESC"
  const created = filter.days && filter.days.from !== filter.days.to ? "+created_at" : "created_at"
  const ids = `SELECT id FROM ${from} WHERE ${where} ORDER BY ${created} ${way}, id ${way} LIMIT ? OFFSET ?`
  return { sql: `SELECT record FROM orders WHERE id IN (${ids})`, values: [...values, limit, offset] }
}

function newestFirst(a: OrderRecord, b: OrderRecord): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
}

interface OrderMatch {
  readonly from: string
  readonly where: string
  readonly values: string[]
}

/** `order_method` has every column that a list filters by. A plus before a column keeps SQLite from choosing its index; time, day or method choose it. */
function matchOrders(filter: OrderFilter): OrderMatch {
  const { status, paymentStatus, channel, fulfilment, method, code, text, id, days, created } = filter
  const terms: (readonly [sql: string, ...values: (string | undefined)[]])[] = [
    ["method = ?", method],
    ["id = ?", id],
    [method === undefined ? "business_day BETWEEN ? AND ?" : "+business_day BETWEEN ? AND ?", days?.from, days?.to],
    ["created_at >= ? AND created_at < ?", created?.from, created?.before],
    ["+status = ?", status],
    ["+payment_status = ?", paymentStatus],
    ["+channel = ?", channel],
    ["+fulfilment = ?", fulfilment],
    ["instr(lower(order_code), lower(?)) > 0", code],
    ["(instr(lower(order_code), lower(?)) > 0 OR instr(lower(external_id), lower(?)) > 0)", text, text],
  ]
  const asked = terms.filter(([, value]) => value !== undefined)
  return {
    from: method === undefined ? "orders" : "order_method",
    where: asked.map(([sql]) => sql).join(" AND ") || "TRUE",
    values: asked.flatMap(([, ...values]) => values as string[]),
  }
}
