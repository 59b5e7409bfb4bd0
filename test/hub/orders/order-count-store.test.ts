/** The number of a list is kept by the database through all that happens to orders, and is what counting them one by one gives. */
import { sql } from "kysely"
import { beforeAll, describe, expect, it } from "vitest"
import { countOrders, countQuery, hoursWithin } from "../../../hub/orders/order-count-store.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import type { OrderFilter } from "../../../protocol/rules/orders/order-list.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { explainOnPostgres, explainOnSqlite } from "../../kit/explain-asked.ts"
import { fillManyOrders } from "../../kit/many-orders.ts"
import { TENANT } from "../../kit/orders.ts"

const ORDERS = 2_000
const BEFORE_COUNTS = MIGRATIONS.filter(({ id }) => id < 45)
const DAY = { from: "2024-01-05", to: "2024-01-05" }
const WEEK = { from: "2024-01-03", to: "2024-01-09" }
const BY_INDEX: readonly OrderFilter[] = [
  {},
  { status: "OPEN" },
  { paymentStatus: "SUCCEEDED", channel: "POS" },
  { channel: "WEB", fulfilment: "DELIVERY" },
  { method: "CARD" },
  { method: "CARD", status: "COMPLETED", days: WEEK },
  { days: DAY },
  { days: DAY, status: "OPEN" },
  { days: WEEK, fulfilment: "DINE_IN" },
  { days: { from: "0000-01-01", to: "2024-01-04" } },
  { created: { from: "2024-01-05T05:00:00.000Z", before: "2024-01-07T05:00:00.000Z" } },
  { created: { from: "0000-01-01", before: "2024-01-07T05:00:00.000Z" }, channel: "POS" },
]
const BY_WALK: readonly OrderFilter[] = [
  { text: "7-19" },
  { days: DAY, created: { from: "2024-01-05T12:30:00.000Z", before: "2024-01-07T00:00:00.000Z" } },
  { created: { from: "2024-01-05T12:15:00.000Z", before: "2024-01-06T13:45:00.000Z" } },
  { created: { from: "2024-01-05T12:15:00.000Z", before: "2024-01-05T12:45:00.000Z" } },
]
const ALL = [...BY_INDEX, ...BY_WALK]

eachDatabase((engine, open) => {
  let hub: HubStore
  let url: string

  const agree = async (store = hub) => {
    await store.read(TENANT, async (scope) => {
      for (const filter of ALL) {
        const { total } = await countQuery(scope, filter).executeTakeFirstOrThrow()
        expect([filter, await countOrders(scope, filter)]).toEqual([filter, Number(total)])
      }
    })
  }
  const change = (statement: string) => hub.system.write(({ db }) => sql.raw(statement).execute(db))

  beforeAll(async () => {
    url = await open.freshUrl()
    hub = createHubStore(await open<HubTables>({ url, migrations: MIGRATIONS }))
    await fillManyOrders(hub, ORDERS)
  })

  it("equals the number of orders as they arrive", () => agree())

  it("reads no order row when a filter has an index", async () => {
    const ask = () =>
      hub.read(TENANT, async (scope) => {
        for (const filter of BY_INDEX) await countOrders(scope, filter)
      })
    const asked = engine === "sqlite" ? await explainOnSqlite(ask) : await explainOnPostgres(url, ask)
    expect(asked.filter(({ text }) => / from "(orders|order_method)"/i.test(text))).toEqual([])
    if (engine === "sqlite") for (const one of asked) expect(one).toMatchObject({ plan: /^SEARCH order_count USING/ })
  })

  it("follows state changes and removals of many orders at a time", async () => {
    const [some, others] = ["order_id LIKE '%3'", "order_id LIKE '%40'"]
    await change(`UPDATE orders SET status = 'CANCELLED', payment_status = 'FAILED' WHERE ${some}`)
    await change(`UPDATE orders SET fulfilment = NULL, business_day = '2024-01-05' WHERE ${others}`)
    await change(`UPDATE orders SET version = version + 1`)
    await agree()
    for (const table of ["order_method", "orders"]) await change(`DELETE FROM ${table} WHERE ${some}`)
    await agree()
    await change("UPDATE order_method SET status = 'OPEN' WHERE order_id LIKE '%7'")
    await agree()
  })

  it("is rolled back with its transaction, and does not block others", async () => {
    const opened = "UPDATE orders SET status = 'OPEN' WHERE order_id LIKE '%"
    const failed = hub.system.write(async ({ db }) => {
      await sql.raw(`${opened}11'`).execute(db)
      throw new Error("no")
    })
    await expect(failed).rejects.toThrow("no")
    await agree()
    // Each waits for the other inside: whoever waited for a count would wait for ever.
    if (engine === "postgres") await bothInside(hub, [`${opened}11'`, `${opened}22'`])
    else for (const end of ["11'", "22'"]) await change(opened + end)
    await agree()
  })

  it("is filled by the update of a hub that had orders", async () => {
    const older = await open.freshUrl()
    const before = await open<HubTables>({ migrations: BEFORE_COUNTS, url: older })
    await fillManyOrders(createHubStore(before), ORDERS)
    await before.close()
    await agree(createHubStore(await open<HubTables>({ url: older, migrations: MIGRATIONS })))
  })
})

async function bothInside(hub: HubStore, [one, other]: readonly [string, string]): Promise<void> {
  let inside = 0
  let release = () => {}
  const all = new Promise<void>((resolve) => {
    release = resolve
  })
  const run = (statement: string) =>
    hub.system.write(async ({ db }) => {
      await sql.raw(statement).execute(db)
      inside += 1
      if (inside === 2) release()
      await all
    })
  await Promise.all([run(one), run(other)])
}

describe("the whole hours of a period", () => {
  it.each([
    ["12:00", "14:00", "12 13", ""],
    ["12:15", "14:00", "13 13", "12:15-13:00"],
    ["12:15", "14:30", "13 13", "12:15-13:00 14:00-14:30"],
    ["12:15", "13:30", "", "12:15-13:30"],
    ["12:15", "12:45", "", "12:15-12:45"],
  ])("from %s to %s are %s, beside %s", (from, before, hours, edges) => {
    const at = (time: string) => `2026-11-20T${time}:00.000Z`
    const time = (moment: string) => moment.slice(11, 16)
    const found = hoursWithin({ from: at(from), before: at(before) })
    const told = found.hours ? `${found.hours.from.slice(-2)} ${found.hours.to.slice(-2)}` : ""
    expect([told, found.edges.map((edge) => `${time(edge.from)}-${time(edge.before)}`).join(" ")]).toEqual([
      hours,
      edges,
    ])
  })

  it("cover all representable times", () => {
    expect(hoursWithin({ from: "0000-01-01", before: "9999-12-31" }).edges).toEqual([])
  })
})
