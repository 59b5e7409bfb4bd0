import { beforeAll, describe, expect, it } from "vitest"
import { countQuery, pageQuery, readOrderPage } from "../../../appliance/orders/order-list-store.ts"
import { mapOpenOrders, saveOrder } from "../../../appliance/orders/store/orders-store.ts"
import { type BoxStore, type BoxTx, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import type { OrderFilter } from "../../../protocol/rules/orders/order-list.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { tempFile } from "../../kit/temp.ts"

const ORDERS = 3_000
const DAY = { from: "2024-01-06", to: "2024-01-06" }
const WEEK = { from: "2024-01-05", to: "2024-01-09" }
const CREATED = { from: "2024-01-05T05:00:00.000Z", before: "2024-01-07T05:00:00.000Z" }
const all = Array.from({ length: ORDERS }, (_, n) => rowOrder(n)).reverse()

type Is = (order: OrderRecord) => boolean
const onDays =
  ({ from, to }: typeof DAY): Is =>
  ({ businessDayDate: day }) =>
    day >= from && day <= to

/** Every documented filter, the index that it goes by, and what it lets through. */
const FILTERS: [what: string, filter: OrderFilter, index: string, is: Is][] = [
  ["no filter", {}, "orders_list", () => true],
  ["status", { status: "OPEN" }, "orders_list", ({ status }) => status === "OPEN"],
  ["paymentStatus", { paymentStatus: "PENDING" }, "orders_list", ({ paymentStatus: paid }) => paid === "PENDING"],
  ["businessDayDate", { days: DAY }, "orders_list_by_day", onDays(DAY)],
  ["dateFrom, dateTo", { days: WEEK }, "orders_list_by_day", onDays(WEEK)],
  [
    "dateFilterMode created_at",
    { created: CREATED },
    "orders_list",
    ({ createdAt }) => createdAt >= CREATED.from && createdAt < CREATED.before,
  ],
  ["channel", { channel: "WEB" }, "orders_list", ({ channel }) => channel === "WEB"],
  ["fulfillmentMethod", { fulfilment: "DELIVERY" }, "orders_list", (order) => order.fulfillment?.method === "DELIVERY"],
  ["paymentMethod", { method: "CASH" }, "order_method_list", (order) => order.paymentMethods[0]?.method === "CASH"],
  ["orderCode", { code: "a-99" }, "orders_list", ({ orderCode }) => orderCode.startsWith("A-99")],
  ["search", { text: "7-99" }, "orders_list", ({ orderExternal }) => orderExternal.includes("7-99")],
  [
    "a status on a day",
    { status: "OPEN", days: DAY },
    "orders_list_by_day",
    (o) => o.status === "OPEN" && onDays(DAY)(o),
  ],
]

describe("a list of the box's orders", () => {
  let store: BoxStore

  beforeAll(() => {
    const db = openSqlite(tempFile("box.db"))
    migrateSqlite(db, MIGRATIONS, systemClock.iso())
    store = createBoxStore(db, systemClock)
    store.write((tx) => {
      for (const order of all) saveOrder(tx, order)
    })
  })

  const planOf = ({ db }: BoxTx, { sql, values }: { sql: string; values: (string | number)[] }) =>
    db
      .prepare<(string | number)[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail)
      .join("\n")

  it.each(FILTERS)("by %s reads an index, and only the page's rows", (_what, filter, index) => {
    store.read((tx) => {
      const page = planOf(tx, pageQuery(filter, { total: ORDERS, page: { page: 1, size: 20 } }))
      expect(planOf(tx, countQuery(filter))).toMatch(/USING COVERING INDEX/)
      expect(page).toMatch(new RegExp(`COVERING INDEX ${index}\\b`))
      expect(page).toContain("SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id=?)")
    })
  })

  it.each(FILTERS)("by %s has the right orders, forwards and backwards", (_what, filter, _index, is) => {
    const expected = all.filter(is).map(({ id }) => id)
    const last = Math.ceil(expected.length / 20)
    for (const page of new Set([1, Math.ceil(last / 2), last])) {
      const { orders, total } = store.read((tx) => readOrderPage(tx, filter, { page, size: 20 }))
      expect(total).toBe(expected.length)
      expect(orders.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20))
    }
  })

  it("has an index of open orders", () => {
    store.read((tx) => {
      const sql = "SELECT record FROM orders WHERE status = 'OPEN' ORDER BY created_at, id"
      expect(planOf(tx, { sql, values: [] })).toBe("SCAN orders USING INDEX orders_open")
      const expected = all.filter(({ status }) => status === "OPEN").map(({ id }) => id)
      expect(
        mapOpenOrders(tx, (order) => order)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(expected.sort())
    })
  })

  it("finds an order by its UUID", () => {
    const { id } = rowOrder(7)
    const { orders, total } = store.read((tx) => readOrderPage(tx, { id, text: id }, { page: 1, size: 20 }))
    expect([total, orders[0]?.id]).toEqual([1, id])
  })
})
