/** Event ids: drawn again when taken, also one that a store made; an event that came up twice is one event. */
import { expect, it } from "vitest"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { findEventId, insertEvent } from "../../../hub/webhooks/events-store.ts"
import { eachDatabase } from "../../kit/databases.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

function idsOf(...draws: string[]) {
  let count = 0
  return { hex12: () => draws.shift() ?? "", uuid: () => `id-${++count}` }
}

const event = {
  type: "order.opened",
  version: 1,
  orderId: "o",
  sequence: 1,
  madeId: null as string | null,
  body: (eventId: string) => JSON.stringify({ eventId }),
}

eachDatabase((_engine, open) => {
  it("draws a new event id in the same transaction if one is taken", async () => {
    const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
    const ids = idsOf("aaaaaaaaaaaa", "aaaaaaaaaaaa", "bbbbbbbbbbbb")
    await store.write(TENANT, async (tx) => {
      expect(await insertEvent(tx, ids, event)).toMatchObject({ eventId: "evt_aaaaaaaaaaaa" })
      expect(await insertEvent(tx, ids, event)).toMatchObject({ eventId: "evt_bbbbbbbbbbbb" })
    })
    const rows = await store.read(TENANT, (scope) => scope.select("event").select("body").orderBy("id").execute())
    expect(rows.map((row) => Buffer.from(row.body).toString())).toEqual([
      '{"eventId":"evt_aaaaaaaaaaaa"}',
      '{"eventId":"evt_bbbbbbbbbbbb"}',
    ])
  })

  it("keeps a store's own id; if it is taken, the event gets a new one and is found by both", async () => {
    const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
    const ids = idsOf("cccccccccccc")
    const made = { ...event, madeId: "evt_aaaaaaaaaaaa" }
    await store.write(TENANT, async (tx) => {
      expect(await insertEvent(tx, ids, made)).toMatchObject({ eventId: "evt_aaaaaaaaaaaa" })
      expect(await insertEvent(tx, ids, { ...made, orderId: "other" })).toMatchObject({ eventId: "evt_cccccccccccc" })
    })
    await store.read(TENANT, async (scope) => {
      expect(await findEventId(scope, "o", "evt_aaaaaaaaaaaa")).toBe("evt_aaaaaaaaaaaa")
      expect(await findEventId(scope, "other", "evt_aaaaaaaaaaaa")).toBe("evt_cccccccccccc")
      expect(await findEventId(scope, "other", "evt_cccccccccccc")).toBe("evt_cccccccccccc")
      expect(await findEventId(scope, "o", "evt_cccccccccccc")).toBeNull()
    })
  })

  it("accepts a store's event once, however often it comes", async () => {
    const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
    const made = { ...event, madeId: "evt_aaaaaaaaaaaa" }
    await store.write(TENANT, async (tx) => {
      await insertEvent(tx, idsOf(), made)
      expect(await insertEvent(tx, idsOf(), made)).toBeNull()
    })
    const rows = await store.read(TENANT, (scope) => scope.select("event").select("id").execute())
    expect(rows).toHaveLength(1)
  })
})
