import { expect, it } from "vitest"
import { insertEvent } from "../../../hub/orders/events-store.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

eachDatabase((_engine, open) => {
  it("draws an event id again when it is taken, in the same transaction", async () => {
    const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
    const draws = ["aaaaaaaaaaaa", "aaaaaaaaaaaa", "bbbbbbbbbbbb"]
    let count = 0
    const ids = { hex12: () => draws.shift() ?? "", uuid: () => `id-${++count}` }
    const event = {
      type: "order.opened",
      version: 1,
      orderId: "o",
      sequence: 1,
      body: (eventId: string) => ({ eventId }),
    }
    await store.write(TENANT, async (tx) => {
      expect(await insertEvent(tx, ids, event)).toBe("evt_aaaaaaaaaaaa")
      expect(await insertEvent(tx, ids, event)).toBe("evt_bbbbbbbbbbbb")
    })
    const rows = await store.read(TENANT, (scope) => scope.select("event").select("body").orderBy("id").execute())
    expect(rows.map((row) => Buffer.from(row.body).toString())).toEqual([
      '{"eventId":"evt_aaaaaaaaaaaa"}',
      '{"eventId":"evt_bbbbbbbbbbbb"}',
    ])
  })
})
