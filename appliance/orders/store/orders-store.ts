/** Orders on the box's disk: the record as JSON, and columns for the fields that are searched. */
import { moneyToReturn } from "../../../protocol/rules/cancellation/money-to-return.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { type BoxTx, jsonOf } from "../../storage/index.ts"
import { findAliased } from "./aliases-store.ts"
import { saveConflicts } from "./conflicts-store.ts"
import { saveFigures } from "./figures-store.ts"

const RECENT_MAX = 20

interface Row {
  readonly record: string
}

/**
 * Finds an order by its UUID, an alias of it, or the external id, which equals `metadata.order_id` (docs/contract/orders.md#get-an-order).
 * UUIDs are tried first, since an external id may be any text.
 */
export function findOrder(tx: BoxTx, reference: string): OrderRecord | null {
  const id = reference.toLowerCase()
  return storedOrder(tx, id) ?? storedOrder(tx, findAliased(tx, id) ?? id) ?? findByExternalId(tx, reference)
}

export function findByExternalId({ db }: BoxTx, externalId: string): OrderRecord | null {
  const row = db.prepare<[string], Row>("SELECT record FROM orders WHERE external_id = ?").get(externalId)
  return row ? JSON.parse(row.record) : null
}

/** The stored order; null if there is none. */
export function storedOrder({ db }: BoxTx, id: string): OrderRecord | null {
  const row = db.prepare<[string], Row>("SELECT record FROM orders WHERE id = ?").get(id)
  return row ? JSON.parse(row.record) : null
}

/** Saves the order, its payment methods and conflicts, and updates the figures of drawers and days. */
export function saveOrder(tx: BoxTx, order: OrderRecord, before = storedOrder(tx, order.id)): void {
  const { db } = tx
  const row = { ...listColumns(order), record: jsonOf(order), to_return: moneyToReturn(order).length > 0 ? 1 : 0 }
  db.prepare<[typeof row]>(
    `INSERT INTO orders (id, external_id, order_code, status, payment_status, channel, fulfilment, business_day, created_at, record, to_return)
     VALUES (@id, @external_id, @order_code, @status, @payment_status, @channel, @fulfilment, @business_day, @created_at, @record, @to_return)
     ON CONFLICT (id) DO UPDATE SET order_code = excluded.order_code, status = excluded.status,
       payment_status = excluded.payment_status, business_day = excluded.business_day, record = excluded.record, to_return = excluded.to_return`,
  ).run(row)
  saveFigures(tx, before, order)
  saveConflicts(tx, before, order)
  if (before) db.prepare("DELETE FROM order_method WHERE id = ?").run(order.id)
  addMethods(db, order)
}

/** Columns that a list filters by, in the order's row and in one row per payment method. */
function listColumns(order: OrderRecord) {
  return {
    id: order.id,
    external_id: order.orderExternal,
    order_code: order.orderCode,
    status: order.status,
    payment_status: order.paymentStatus,
    channel: order.channel,
    fulfilment: order.fulfillment?.method ?? null,
    business_day: order.businessDayDate,
    created_at: order.createdAt,
  }
}

function addMethods(db: BoxTx["db"], order: OrderRecord): void {
  const methods = new Set(order.paymentMethods.map(({ method }) => method))
  const add = db.prepare(
    `INSERT INTO order_method (id, method, external_id, order_code, status, payment_status, channel, fulfilment, business_day, created_at)
     VALUES (@id, @method, @external_id, @order_code, @status, @payment_status, @channel, @fulfilment, @business_day, @created_at)`,
  )
  for (const method of methods) add.run({ ...listColumns(order), method })
}

export function openOrdersOfDay({ db }: BoxTx, businessDay: string): OrderRecord[] {
  return records(
    db
      .prepare<[string], Row>(
        "SELECT record FROM orders WHERE business_day = ? AND status = 'OPEN' ORDER BY created_at, id",
      )
      .all(businessDay),
  )
}

export function ordersOfDay({ db }: BoxTx, businessDay: string): OrderRecord[] {
  return records(db.prepare<[string], Row>("SELECT record FROM orders WHERE business_day = ?").all(businessDay))
}

export function hasOrdersOfDay({ db }: BoxTx, businessDay: string): boolean {
  return db.prepare<[string]>("SELECT 1 FROM orders WHERE business_day = ? LIMIT 1").get(businessDay) !== undefined
}

const OPEN = "FROM orders WHERE status = 'OPEN'"

/** Maps each open order, oldest first. Reads one record at a time, because thousands of whole orders do not fit into a small box's memory. */
export function mapOpenOrders<T>({ db }: BoxTx, wanted: (order: OrderRecord) => T, limit = -1): T[] {
  const rows = db.prepare<[number], Row>(`SELECT record ${OPEN} ORDER BY created_at, id LIMIT ?`).iterate(limit)
  const found: T[] = []
  for (const { record } of rows) found.push(wanted(JSON.parse(record)))
  return found
}

/** Counts open orders and sums those in this currency. Scaled. */
export function countOpenOrders({ db }: BoxTx, currency: string): { count: number; amount: number } {
  const total = "CAST(record ->> '$.settlement.total' AS INTEGER)"
  const own = "record ->> '$.currencyCode' = ?"
  const sql = `SELECT count(*) AS count, coalesce(sum(${total}) FILTER (WHERE ${own}), 0) AS amount ${OPEN}`
  return db.prepare<[string], { count: number; amount: number }>(sql).get(currency) ?? { count: 0, amount: 0 }
}

export function countAllOpenOrders({ db }: BoxTx): number {
  return db.prepare<[], { n: number }>(`SELECT count(*) AS n ${OPEN}`).get()?.n ?? 0
}

/** Oldest first. */
export function ordersWithMoneyToReturn({ db }: BoxTx, limit: number): OrderRecord[] {
  const sql = "SELECT record FROM orders WHERE to_return = 1 ORDER BY created_at, id LIMIT ?"
  return records(db.prepare<[number], Row>(sql).all(limit))
}

export function recentOrders({ db }: BoxTx): OrderRecord[] {
  return records(
    db.prepare<[number], Row>("SELECT record FROM orders ORDER BY created_at DESC, id DESC LIMIT ?").all(RECENT_MAX),
  )
}

function records(rows: Row[]): OrderRecord[] {
  return rows.map((row) => JSON.parse(row.record))
}
