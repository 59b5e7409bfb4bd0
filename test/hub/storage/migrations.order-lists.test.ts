import { expect, it } from "vitest"
import { readOrderPage } from "../../../hub/orders/order-list-store.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { STORE_ID, TENANT } from "../../kit/orders.ts"

const BEFORE_LISTS = MIGRATIONS.filter(({ id }) => id < 6)

eachDatabase((_engine, open) => {
  it("an update adds older orders to the lists", async () => {
    const url = await open.freshUrl()
    const old = await open<HubTables>({ url, migrations: BEFORE_LISTS })
    const order = rowOrder(1)
    const owner = { account_id: TENANT.accountId, vendor_id: TENANT.vendorId }
    const row = {
      ...owner,
      order_id: order.id,
      store_id: STORE_ID,
      external_id: order.orderExternal,
      order_code: order.orderCode,
      status: order.status,
      payment_status: order.paymentStatus,
      channel: order.channel,
      fulfilment: "DINE_IN",
      business_day: order.businessDayDate,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      home: "hub",
      version: 1,
      record: JSON.stringify(order),
    }
    const method = { ...owner, order_id: order.id, method: "CARD", business_day: order.businessDayDate }
    await old.write(async ({ db }) => {
      await db.insertInto("account").values({ account_id: TENANT.accountId, name: "Acme" }).execute()
      await db
        .insertInto("vendor")
        .values({ ...owner, name: "Quito", country_code: "EC", legal: null })
        .execute()
      await db
        .insertInto("store")
        .values({ ...owner, store_id: STORE_ID, code: "UIO-001", record: "{}" })
        .execute()
      await db.insertInto("orders").values(row).execute()
      await db
        .insertInto("order_method")
        .values(method as never)
        .execute()
    })
    await old.close()
    const hub = createHubStore(await open<HubTables>({ url, migrations: MIGRATIONS }))
    const filter = { method: "CARD", fulfilment: "DINE_IN", text: "A-1", status: "COMPLETED" } as const
    const { listed, total } = await hub.read(TENANT, (scope) => readOrderPage(scope, filter, { page: 1, size: 20 }))
    expect([total, listed[0]?.order]).toEqual([1, order])
  })
})
