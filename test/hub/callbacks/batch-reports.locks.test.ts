/** Whoever works off a report takes hold of the store's line before the order, as a step of the store does: neither waits for the other for ever. */
import { sql } from "kysely"
import { expect, it } from "vitest"
import {
  AGGREGATOR,
  aggregatorReport,
  FISCAL,
  fiscalReport,
  KITCHEN,
  kitchenReport,
  type ReportableOrder,
  reportable,
} from "../../kit/callbacks.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"

const LOOK_EVERY_MS = 10

const REPORTS: readonly (readonly [path: string, report: (order: ReportableOrder) => object])[] = [
  [AGGREGATOR, ({ orderId }) => aggregatorReport({ orderId })],
  [KITCHEN, ({ orderId, eventId }) => kitchenReport({ orderId, eventId })],
  [FISCAL, ({ orderId, eventId }) => fiscalReport({ orderId, eventId })],
]

onPostgres((open) => {
  it.each(REPORTS)("locks the store's log before the order: %s", async (path, report) => {
    const hub = await openTestHub(open)
    const claim = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
    const { code } = (await hub.call("POST", "/api/box/v1/claims", claim, null)).body.data
    await hub.hub.operator.claim(code, STORE)
    const order = await reportable(hub)
    await hub.beside(({ store }) =>
      store.system.write(async ({ db }) => {
        await sql`SELECT store_id FROM store_link WHERE store_id = ${STORE} FOR UPDATE`.execute(db)
        expect((await hub.call("POST", path, report(order))).status).toBe(202)
        const waiting = sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        while ((await waiting.execute(db)).rows[0]?.waiting === 0) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
        }
        // The step goes on to the order, which nobody may hold.
        await sql`SELECT order_id FROM orders WHERE order_id = ${order.orderId} FOR UPDATE NOWAIT`.execute(db)
      }),
    )
    await hub.hub.queue.settle()
  })
})
