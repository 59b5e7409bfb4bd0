/** What an older program sold is in the figures that are kept, once the box has been updated. */
import { expect, it } from "vitest"
import { cashBetween, rowsOfDay } from "../../../appliance/orders/store/index.ts"
import { createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { addRows, rowsOfOrder } from "../../../protocol/rules/business-day/day-rows.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { aSettledOrder, aTender, NOON } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"

const WINDOW = { shiftStart: "2026-01-01T00:00:00Z", shiftEnd: "2027-01-01T00:00:00Z", currency: "USD" }

it.each([
  ["before figures were kept", 10],
  ["with figures that went wrong over them", 21],
])("an update computes the figures of orders from %s", (_when, until) => {
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(
    db,
    MIGRATIONS.filter(({ id }) => id < until),
    "2026-12-01T00:00:00.000Z",
  )
  const orders = [1, 2, 3].map(() => aSettledOrder({ total: "6.5000" }, [aTender()], NOON))
  for (const order of orders) {
    db.prepare(
      "INSERT INTO orders (id, external_id, status, business_day, created_at, record) VALUES (?, ?, ?, ?, ?, ?)",
    ).run(order.id, order.id, order.status, order.businessDayDate, order.createdAt, JSON.stringify(order))
  }
  const [first] = orders
  if (!first) throw new Error("nothing was sold")
  if (until > 10) {
    db.exec(`INSERT INTO day_row VALUES ('${first.businessDayDate}', 'USD', 'channel', 'POS', '', -1, -65000)`)
  }
  migrateSqlite(db, MIGRATIONS, "2026-12-02T00:00:00.000Z")
  const kept = createBoxStore(db, systemClock).read((tx) => ({
    cash: cashBetween(tx, WINDOW),
    rows: addRows(rowsOfDay(tx, first.businessDayDate)),
  }))
  expect(kept).toEqual({ cash: 3 * 65_000, rows: addRows(orders.flatMap(rowsOfOrder)) })
})
