/** A hub's database with many orders of one vendor and a few of another, written straight into its tables. */

import { sql } from "kysely"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../hub/storage/index.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { OpenStore } from "./databases.ts"
import { rowOrder } from "./order-rows.ts"
import { STORE_ID, TENANT } from "./orders.ts"

const BATCH = 500

export async function hubOfManyOrders(open: OpenStore, count: number): Promise<HubStore> {
  const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
  await fillManyOrders(store, count)
  return store
}

export async function fillManyOrders(store: HubStore, count: number): Promise<void> {
  const owner = { account_id: TENANT.accountId, vendor_id: TENANT.vendorId }
  await store.system.write(async ({ db }) => {
    await db.insertInto("account").values({ account_id: TENANT.accountId, name: "Acme" }).execute()
    await db
      .insertInto("vendor")
      .values({ ...owner, name: "Quito", country_code: "EC", legal: null })
      .execute()
    await db
      .insertInto("store")
      .values({ ...owner, store_id: STORE_ID, code: "UIO-001", record: "{}" })
      .execute()
  })
  for (let first = 0; first < count; first += BATCH) {
    const orders = Array.from({ length: Math.min(BATCH, count - first) }, (_, place) => rowOrder(first + place))
    await store.system.write(async ({ db }) => {
      await db
        .insertInto("orders")
        .values(orders.map((order) => ({ ...owner, ...rowOf(order), ...REST(order) })))
        .execute()
      const methods = orders.map((order) => ({
        ...owner,
        ...rowOf(order),
        method: order.paymentMethods[0]?.method ?? "",
      }))
      await db.insertInto("order_method").values(methods).execute()
    })
  }
  for (const sister of [1, 2, 3]) await copyTo(store, sister)
}

/** The same orders once more, of another vendor: no vendor has a table to itself. */
async function copyTo(store: HubStore, sister: number): Promise<void> {
  const id = sql`replace(order_id, '0190b000', ${`0190b00${sister}`})`
  const vendor = sql`${`acme.ec.sister${sister}`}`
  const own = sql.raw("vendor_id = 'acme.ec.quito'")
  const listed = sql.raw(
    "external_id, order_code, status, payment_status, channel, fulfilment, business_day, created_at",
  )
  const kept = sql.raw("store_id, updated_at, home, version, record")
  await store.system.write(async ({ db }) => {
    await sql`INSERT INTO orders (order_id, vendor_id, account_id, ${listed}, ${kept})
      SELECT ${id}, ${vendor}, account_id, ${listed}, ${kept} FROM orders WHERE ${own}`.execute(db)
    await sql`INSERT INTO order_method (order_id, vendor_id, account_id, method, ${listed})
      SELECT ${id}, ${vendor}, account_id, method, ${listed} FROM order_method WHERE ${own}`.execute(db)
  })
}

function rowOf(order: OrderRecord) {
  return {
    order_id: order.id,
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

const REST = (order: OrderRecord) => ({
  store_id: STORE_ID,
  updated_at: order.createdAt,
  home: "hub",
  version: 1,
  record: JSON.stringify(order),
})
