/** Orders that come to the hub and what their store says of its own take hold of the same rows in the same order: neither waits for the other for ever. */
import { sql } from "kysely"
import { expect, it } from "vitest"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LOOK_EVERY_MS = 10

onPostgres((open) => {
  it("an order waits for a step of its store's line before it has touched the day's figures", async () => {
    const hub = await openTestHub(open)
    const claim = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
    const { code } = (await hub.call("POST", "/api/box/v1/claims", claim, null)).body.data
    await hub.hub.desk.claim(code, STORE)
    await hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CARD" }))
    let ordering: ReturnType<typeof hub.call> | undefined
    await hub.beside(({ store }) =>
      store.system.write(async ({ db }) => {
        // As a step does: its line first, the figures later.
        await sql`SELECT store_id FROM store_link WHERE store_id = ${STORE} FOR UPDATE`.execute(db)
        ordering = hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CARD" }))
        const waiting = sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        while ((await waiting.execute(db)).rows[0]?.waiting === 0) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
        }
        const touched = sql<{ touched: number }>`SELECT count(*)::int AS touched FROM pg_locks
          WHERE relation = 'day_row'::regclass AND mode = 'RowExclusiveLock'`
        expect((await touched.execute(db)).rows[0]?.touched).toBe(0)
      }),
    )
    expect((await ordering)?.status).toBe(201)
  })
})
