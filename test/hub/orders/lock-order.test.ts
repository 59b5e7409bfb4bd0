/** Orders that come to the hub and what their store says of its own take hold of the same rows in the same order: neither waits for the other for ever. */
import { sql } from "kysely"
import { expect, it } from "vitest"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LOOK_EVERY_MS = 10

/** What meets the step, with one order of the store at hand; its answer. */
const MEETS: readonly (readonly [string, (hub: TestHub, order: string) => ReturnType<TestHub["call"]>, number])[] = [
  ["an order", ({ call }) => call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CARD" })), 201],
  ["a charge", ({ call }, order) => call("POST", `${ORDERS}/${order}/confirm-payment`, charge({})), 200],
]

onPostgres((open) => {
  it.each(MEETS)(
    "%s waits for a step of its store's line before it has touched the store's rows",
    async (_what, meet, status) => {
      const hub = await openTestHub(open)
      const claim = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
      const { code } = (await hub.call("POST", "/api/box/v1/claims", claim, null)).body.data
      await hub.hub.operator.claim(code, STORE)
      await hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CARD" }))
      const { id } = (await hub.call("POST", ORDERS, orderBody({ channel: "WEB" }))).body.data
      let meeting: ReturnType<typeof hub.call> | undefined
      await hub.beside(({ store }) =>
        store.system.write(async ({ db }) => {
          // As a step does: its line first, the figures later.
          await sql`SELECT store_id FROM store_link WHERE store_id = ${STORE} FOR UPDATE`.execute(db)
          meeting = meet(hub, id)
          const waiting = sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
          while ((await waiting.execute(db)).rows[0]?.waiting === 0) {
            await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
          }
          const touched = sql<{ touched: number }>`SELECT count(*)::int AS touched FROM pg_locks
          JOIN pg_database ON pg_database.oid = database
          WHERE datname = current_database() AND relation = 'day_row'::regclass AND mode = 'RowExclusiveLock'`
          expect((await touched.execute(db)).rows[0]?.touched).toBe(0)
          const free = sql`SELECT order_id FROM orders WHERE order_id = ${id} FOR UPDATE SKIP LOCKED`
          expect((await free.execute(db)).rows).toHaveLength(1)
        }),
      )
      expect((await meeting)?.status).toBe(status)
    },
  )
})
