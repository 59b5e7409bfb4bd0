/** Orders on the box's disk: the record as JSON, beside the few columns that are searched. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { type BoxTx, jsonOf } from "../storage/index.ts"
import { aliased } from "./aliases-store.ts"
import { keepFigures } from "./figures-store.ts"

const RECENT_MAX = 20

interface Row {
  readonly record: string
}

/**
 * By UUID, the hub's where it is another too, external id or `metadata.order_id`; the last two are one value (decisions §4). The UUID comes
 * first, since an external id may be any text.
 */
export function findOrder(tx: BoxTx, reference: string): OrderRecord | null {
  const id = reference.toLowerCase()
  return keptOrder(tx, id) ?? keptOrder(tx, aliased(tx, id) ?? id) ?? findByExternalId(tx, reference)
}

export function findByExternalId({ db }: BoxTx, externalId: string): OrderRecord | null {
  const row = db.prepare<[string], Row>("SELECT record FROM orders WHERE external_id = ?").get(externalId)
  return row ? JSON.parse(row.record) : null
}

/** As it is kept; null for one that is new. */
export function keptOrder({ db }: BoxTx, id: string): OrderRecord | null {
  const row = db.prepare<[string], Row>("SELECT record FROM orders WHERE id = ?").get(id)
  return row ? JSON.parse(row.record) : null
}

/** Writes the order as it now is, its methods, and what changes in the figures of drawers and days. */
export function saveOrder(tx: BoxTx, order: OrderRecord, before = keptOrder(tx, order.id)): void {
  const { db } = tx
  const row = { ...listed(order), record: jsonOf(order) }
  db.prepare<[typeof row]>(
    `INSERT INTO orders (id, external_id, order_code, status, payment_status, channel, fulfilment, business_day, created_at, record)
     VALUES (@id, @external_id, @order_code, @status, @payment_status, @channel, @fulfilment, @business_day, @created_at, @record)
     ON CONFLICT (id) DO UPDATE SET order_code = excluded.order_code, status = excluded.status,
       payment_status = excluded.payment_status, business_day = excluded.business_day, record = excluded.record`,
  ).run(row)
  keepFigures(tx, before, order)
  if (before) db.prepare("DELETE FROM order_method WHERE id = ?").run(order.id)
  addMethods(db, order)
}

/** The columns that a list filters by: of the order, and again of each of its methods. */
function listed(order: OrderRecord) {
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
  for (const method of methods) add.run({ ...listed(order), method })
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

export function openOrders({ db }: BoxTx): OrderRecord[] {
  return records(db.prepare<[], Row>("SELECT record FROM orders WHERE status = 'OPEN' ORDER BY created_at, id").all())
}

export function recentOrders({ db }: BoxTx): OrderRecord[] {
  return records(
    db.prepare<[number], Row>("SELECT record FROM orders ORDER BY created_at DESC, id DESC LIMIT ?").all(RECENT_MAX),
  )
}

function records(rows: Row[]): OrderRecord[] {
  return rows.map((row) => JSON.parse(row.record))
}
