import { expect, it } from "vitest"
import { readOrderPage } from "../../../appliance/orders/order-list-store.ts"
import { createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { tempFile } from "../../kit/temp.ts"

it("an update adds older orders to the lists", () => {
  const db = openSqlite(tempFile("box.db"))
  const before = MIGRATIONS.filter(({ id }) => id < 6)
  migrateSqlite(db, before, systemClock.iso())
  const paid = { method: "CARD", amount: "30000" }
  const order = { ...rowOrder(1), paymentMethods: [paid, { ...paid, amount: "35000" }] }
  const { id, orderExternal, status, businessDayDate, createdAt } = order
  db.prepare(
    "INSERT INTO orders (id, external_id, status, business_day, created_at, record) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(id, orderExternal, status, businessDayDate, createdAt, JSON.stringify(order))
  migrateSqlite(db, MIGRATIONS, systemClock.iso())
  const filter = {
    method: "CARD",
    fulfilment: "DINE_IN",
    channel: "POS",
    code: "a-1",
    paymentStatus: "SUCCEEDED",
  } as const
  const { orders, total } = createBoxStore(db, systemClock).read((tx) =>
    readOrderPage(tx, filter, { page: 1, size: 20 }),
  )
  expect([total, orders[0]]).toEqual([1, order])
})
