/** What was sold and counted, and by what a store is found, before the hub kept it apart: there after the update, on both databases. */
import { expect, it } from "vitest"
import { sumDifferences } from "../../../hub/cash/index.ts"
import { cashBetween, rowsOfDay } from "../../../hub/orders/index.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { addRows, rowsOfOrder } from "../../../protocol/rules/business-day/day-rows.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { anId, aSettledOrder, aTender, NOON, STORE_ID, TENANT } from "../../kit/orders.ts"

const BEFORE = MIGRATIONS.filter(({ id }) => id < 15)
const WINDOW = { shiftStart: "2026-01-01T00:00:00Z", shiftEnd: "2027-01-01T00:00:00Z", currency: "USD" }
const DAY = "2026-11-21"
const NAMED = { code: "UIO-001", name: "Iñaquito", countryCode: "EC" }

eachDatabase((_engine, open) => {
  it("an update computes the figures of orders and counts from before", async () => {
    const url = await open.freshUrl()
    const old = await open<HubTables>({ url, migrations: BEFORE })
    const owner = { account_id: TENANT.accountId, vendor_id: TENANT.vendorId }
    const createdAt = "2026-01-02T17:30:00.000Z"
    const orders = [1, 2, 3].map(() => ({ ...aSettledOrder({ total: "6.5000" }, [aTender()], NOON), createdAt }))
    const rows = orders.map((order) => ({
      ...owner,
      order_id: order.id,
      store_id: STORE_ID,
      external_id: order.id,
      order_code: order.orderCode,
      status: order.status,
      payment_status: order.paymentStatus,
      channel: order.channel,
      fulfilment: null,
      business_day: order.businessDayDate,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      home: "hub",
      version: 1,
      record: JSON.stringify(order),
    }))
    const record = { id: anId(), discrepancy: -0.5, authorizationTokenId: null, details: { reason: "COUNTING_ERROR" } }
    const close = { currency: "USD", operator_uid: "ana", session_external_id: "1", shift_start: NOON }
    await old.write(async ({ db }) => {
      await db.insertInto("account").values({ account_id: TENANT.accountId, name: "Acme" }).execute()
      const vendor = { ...owner, name: "Quito", country_code: "EC", legal: null }
      await db.insertInto("vendor").values(vendor).execute()
      const store = { ...owner, store_id: STORE_ID, code: "UIO-001", record: JSON.stringify(NAMED) }
      await db.insertInto("store").values(store).execute()
      await db.insertInto("orders").values(rows).execute()
      const row = { ...owner, ...close, id: record.id, store_id: STORE_ID, business_day: DAY }
      await db
        .insertInto("cash_reconciliation")
        .values({ ...row, record: JSON.stringify(record) } as never)
        .execute()
    })
    await old.close()
    const hub = createHubStore(await open<HubTables>({ url, migrations: MIGRATIONS }))
    const kept = await hub.read(TENANT, async (scope) => ({
      cash: await cashBetween(scope, STORE_ID, WINDOW),
      rows: await rowsOfDay(scope, STORE_ID, orders[0]?.businessDayDate ?? ""),
      differences: await sumDifferences(scope, { from: DAY, to: DAY }),
      stores: await scope.select("store").select(["words", "country"]).execute(),
    }))
    expect(kept).toEqual({
      cash: 3 * 65_000,
      rows: addRows(orders.flatMap(rowsOfOrder)),
      differences: [
        { storeId: STORE_ID, currency: "USD", reason: "COUNTING_ERROR", closes: 1, short: -5_000, over: 0 },
      ],
      stores: [{ words: "uio-001\ninaquito", country: "EC" }],
    })
  })
})
