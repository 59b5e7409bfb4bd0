import { type CompiledQuery, sql } from "kysely"
import { beforeAll, describe, expect, it } from "vitest"
import { movesQuery } from "../../../hub/orders/figures-store.ts"
import { countQuery } from "../../../hub/orders/order-count-store.ts"
import { madeOn, pageQuery, readOrderPage } from "../../../hub/orders/order-list-store.ts"
import { dayQuery } from "../../../hub/orders/orders-store.ts"
import type { HubStore, TenantRead } from "../../../hub/storage/index.ts"
import type { OrderFilter } from "../../../protocol/rules/orders/order-list.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { hubOfManyOrders } from "../../kit/many-orders.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { STORE_ID, TENANT } from "../../kit/orders.ts"

const ORDERS = 5_000
const NEWEST = { page: 1, size: 20 }
const DAY = { from: "2024-01-12", to: "2024-01-12" }
const WEEK = { from: "2024-01-10", to: "2024-01-16" }
const CREATED = { from: "2024-01-12T05:00:00.000Z", before: "2024-01-14T05:00:00.000Z" }

/** Every documented filter, alone and in company, and the index that SQLite goes by. */
const FILTERS: [what: string, filter: OrderFilter, index: string][] = [
  ["no filter", {}, "orders_list"],
  ["status", { status: "OPEN" }, "orders_list_by_status"],
  ["a common status", { status: "COMPLETED" }, "orders_list_by_status"],
  ["paymentStatus", { paymentStatus: "PENDING" }, "orders_list_by_payment"],
  ["businessDayDate", { days: DAY }, "orders_list_by_day"],
  ["dateFrom, dateTo", { days: WEEK }, "orders_list"],
  ["dateFilterMode created_at", { created: CREATED }, "orders_list"],
  ["channel", { channel: "WEB" }, "orders_list_by_channel"],
  ["fulfillmentMethod", { fulfilment: "DELIVERY" }, "orders_list_by_fulfilment"],
  ["paymentMethod", { method: "CASH" }, "order_method_list"],
  ["orderCode", { code: "a-99" }, "orders_list"],
  ["search", { text: "7-99" }, "orders_list"],
  ["search by id", { id: rowOrder(7).id, text: rowOrder(7).id }, "sqlite_autoindex_orders_1"],
  ["status on a day", { status: "COMPLETED", days: DAY }, "orders_list_by_day"],
  ["status in a week", { status: "OPEN", days: WEEK, channel: "POS" }, "orders_list"],
  ["status since", { status: "OPEN", created: CREATED }, "orders_list_by_status"],
  ["channel and status", { channel: "WEB", status: "COMPLETED" }, "orders_list_by_status"],
  ["a text on a day", { text: "99", days: DAY }, "orders_list_by_day"],
  ["a text and a status", { text: "99", status: "OPEN" }, "orders_list"],
  ["a method on a day", { method: "CARD", days: DAY, status: "OPEN" }, "order_method_list_by_day"],
  ["a method and a text", { method: "CARD", text: "99" }, "order_method_list"],
]

eachDatabase((engine, open) => {
  let hub: HubStore

  beforeAll(async () => {
    hub = await hubOfManyOrders(open, ORDERS)
    if (engine === "postgres") await hub.system.read(({ db }) => sql`VACUUM ANALYZE orders, order_method`.execute(db))
  })

  const planOf = async ({ system }: TenantRead, { sql: text, parameters }: CompiledQuery) => {
    const explain = engine === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN (COSTS OFF)"
    const query = { ...sql`${sql.raw(explain)}`.compile(system.db), sql: `${explain} ${text}`, parameters }
    const { rows } = await system.db.executeQuery<Record<string, unknown>>(query)
    return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n")
  }

  describe("no filter of a list scans the table", () => {
    it.each(FILTERS)("%s", async (_what, filter, index) => {
      await hub.read(TENANT, async (scope) => {
        const found = filter.id === undefined ? filter : { id: filter.id }
        const count = await planOf(scope, countQuery(scope, found).compile())
        const made = await madeOn(scope, found)
        const page = await planOf(scope, pageQuery(scope, found, { total: ORDERS, page: NEWEST, made }).compile())
        for (const plan of [count, page]) {
          expect(plan).not.toMatch(/Seq Scan|SCAN (orders|order_method)/)
          expect(plan).toMatch(/Index (Only )?Scan|USING (COVERING )?INDEX/)
        }
        if (engine === "sqlite") {
          if (filter.id === undefined) expect(count).toContain("COVERING INDEX")
          expect(page).toContain("SEARCH orders USING INDEX sqlite_autoindex_orders_1 (order_id=?)")
          expect(page).toMatch(new RegExp(`INDEX ${index} `))
        }
      })
    })
  })

  it("neither does a day of a store, or its cash sales", async () => {
    await hub.read(TENANT, async (scope) => {
      const day = await planOf(scope, dayQuery(scope, STORE_ID, DAY.from).compile())
      const window = { shiftStart: "2024-01-12T05:00:00.000Z", shiftEnd: "2024-01-12T15:00:00.000Z", currency: "USD" }
      const cash = await planOf(scope, movesQuery(scope, STORE_ID, window).select("amount").compile())
      expect(day).toMatch(engine === "sqlite" ? /orders_by_store_day/ : /Index Cond/)
      expect(cash).toMatch(engine === "sqlite" ? /money_move_by_time/ : /Index|Bitmap|Seq Scan on money_move/)
    })
  })

  it("each list has the right orders, forwards and backwards", async () => {
    const all = Array.from({ length: ORDERS }, (_, n) => rowOrder(n)).reverse()
    const holds = (filter: OrderFilter, test: (order: (typeof all)[number]) => boolean) =>
      hub.read(TENANT, async (scope) => {
        const expected = all.filter(test).map(({ id }) => id)
        const last = Math.ceil(expected.length / 20)
        for (const page of new Set([1, Math.ceil(last / 2), Math.max(1, last - 1), last])) {
          const { listed, total } = await readOrderPage(scope, filter, { page, size: 20 })
          expect(total).toBe(expected.length)
          expect(listed.map(({ order }) => order.id)).toEqual(expected.slice((page - 1) * 20, page * 20))
        }
      })
    await holds({}, () => true)
    await holds({ status: "OPEN" }, ({ status }) => status === "OPEN")
    await holds({ text: "7-99" }, ({ orderExternal }) => orderExternal.includes("7-99"))
    await holds({ method: "CARD", days: WEEK }, ({ paymentMethods: [paid], businessDayDate: day }) => {
      return paid?.method === "CARD" && day >= WEEK.from && day <= WEEK.to
    })
  })
})
