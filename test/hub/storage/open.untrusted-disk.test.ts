/** A disk that does not say it has kept what was written: the hub tells nobody "done", ends, and starts again with what is there. */
import { copyFileSync, renameSync } from "node:fs"
import { expect, it } from "vitest"
import { onSqlite } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { tempFile } from "../../kit/temp.ts"

onSqlite((open) => {
  it("a hub ends if a write cannot be synced, and continues after a restart", async () => {
    const path = tempFile("hub.db")
    const first = await openTestHub(open, { database: `sqlite:${path}` })
    expect((await first.call("POST", ORDERS, orderBody({ orderId: "before" }))).status).toBe(201)
    // The log that SQLite writes is no longer the one that has this name: nobody can have it synced any more.
    copyFileSync(`${path}-wal`, `${path}-other`)
    renameSync(`${path}-other`, `${path}-wal`)
    const doubted = await first.call("POST", ORDERS, orderBody({ orderId: "doubted" }))
    expect(doubted.status).toBe(503)
    expect(JSON.stringify(doubted.body)).toContain("can be repeated")
    await first.hub.stopped

    const again = await first.another({})
    expect((await again.call("GET", `${ORDERS}/before`)).status).toBe(200)
    const { status, body } = await again.call("POST", ORDERS, orderBody({ orderId: "doubted" }))
    expect(Math.floor(status / 100)).toBe(2)
    expect((await again.call("GET", `${ORDERS}/${body.data.id}`)).status).toBe(200)
  })
})
