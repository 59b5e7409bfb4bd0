import { sql } from "kysely"
import { expect, it } from "vitest"
import { findOrder } from "../../../hub/orders/index.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { STORE_ID, TENANT } from "../../kit/orders.ts"

const BEFORE_MIRRORS = MIGRATIONS.filter(({ id }) => id < 44)
const SAID = { status: "PICKED_UP", occurredAt: "2026-11-21T17:05:00Z" }

eachDatabase((_engine, open) => {
  it("an update keeps aggregators' reports with their orders", async () => {
    const url = await open.freshUrl()
    const old = await open<HubTables>({ url, migrations: BEFORE_MIRRORS })
    const orders = [rowOrder(1), rowOrder(2)] as const
    const { accountId, vendorId } = TENANT
    await old.write(async ({ db }) => {
      await sql`INSERT INTO account (account_id, name) VALUES (${accountId}, 'Acme')`.execute(db)
      await sql`INSERT INTO vendor (vendor_id, account_id, name, country_code)
        VALUES (${vendorId}, ${accountId}, 'Quito', 'EC')`.execute(db)
      await sql`INSERT INTO store (store_id, account_id, vendor_id, record)
        VALUES (${STORE_ID}, ${accountId}, ${vendorId}, '{}')`.execute(db)
      for (const [order, said] of [
        [orders[0], JSON.stringify(SAID)],
        [orders[1], null],
      ] as const) {
        await sql`INSERT INTO orders (order_id, account_id, vendor_id, store_id, external_id, order_code, status,
            payment_status, channel, business_day, created_at, updated_at, home, version, record, aggregator)
          VALUES (${order.id}, ${accountId}, ${vendorId}, ${STORE_ID}, ${order.orderExternal}, ${order.orderCode},
            ${order.status}, ${order.paymentStatus}, ${order.channel}, ${order.businessDayDate}, ${order.createdAt},
            ${order.updatedAt}, 'hub', 1, ${JSON.stringify(order)}, ${said})`.execute(db)
      }
    })
    await old.close()
    const hub = createHubStore(await open<HubTables>({ url, migrations: MIGRATIONS }))
    const found = await hub.read(TENANT, (scope) => Promise.all(orders.map(({ id }) => findOrder(scope, id))))
    expect(found.map((kept) => kept?.order.aggregator)).toEqual([SAID, null])
  })
})
