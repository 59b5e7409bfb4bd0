/** A list of stores looks at each store and at its own parts once, whatever the database believes of its tables: also where they were just filled. */
import { sql } from "kysely"
import { beforeAll, expect, it } from "vitest"
import type { SystemWrite } from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { explainOnPostgres, explainOnSqlite } from "../../kit/explain-asked.ts"
import { NOW, openTestHub, type TestHub } from "../../kit/hub.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const STORES = 400
const DEVICES = 5
const VENDOR = "acme.ec.quito"
/** A store, its devices and what waits, each passed on once or twice within a statement. */
const ROWS_OF_A_STORE = 4 * (DEVICES + 1)
const LISTS = ["/api/admin/stores?size=50", "/api/admin/stores?state=down", "/api/admin/store-states"]
/** A whole table, or the parts of an account. */
const WALKS = /SCAN (store|component)|SEARCH component USING [^(]*\(account_id=\?\)/

eachDatabase((engine, open) => {
  let hub: TestHub
  let person: SignedIn
  let url: string

  beforeAll(async () => {
    url = await open.freshUrl()
    hub = await openTestHub(open, { database: url })
    person = await signIn(hub, "operations")
    await hub.beside(({ store }) => store.system.write(fill))
  })

  it("a page reads each store and its parts once, before and after the database has analysed its tables", async () => {
    const counts = (await person.call("GET", "/api/admin/store-states")).body.data
    expect(counts).toMatchObject({ down: 4, fine: STORES - 4 })
    const ask = async () => {
      for (const path of LISTS) expect(await person.call("GET", path)).toMatchObject({ status: 200 })
    }
    if (engine === "sqlite") {
      expect((await explainOnSqlite(ask)).filter(({ plan }) => WALKS.test(plan))).toEqual([])
      return
    }
    const greedy = async () => (await explainOnPostgres(url, ask)).filter(({ rows }) => rows > ROWS_OF_A_STORE * STORES)
    expect(await greedy()).toEqual([])
    await hub.beside(({ store }) => store.system.read(({ db }) => sql`ANALYZE`.execute(db)))
    expect(await greedy()).toEqual([])
  })
})

const uuid = (n: number) => `0b8f9c1e-5a6d-4e2b-9d3c-${String(n).padStart(12, "0")}`

/** Stores like the one that is there, with devices. */
async function fill({ db }: SystemWrite): Promise<void> {
  const { record, country } = await db
    .selectFrom("store")
    .select(["record", "country"])
    .where("vendor_id", "=", VENDOR)
    .executeTakeFirstOrThrow()
  const owner = { account_id: "acme", vendor_id: VENDOR }
  const stores = Array.from({ length: STORES }, (_, n) => ({ store_id: uuid(n), code: `S-${n}` }))
  const named = ({ store_id, code }: { store_id: string; code: string }) =>
    JSON.stringify({ ...JSON.parse(record), id: store_id, code })
  await db
    .insertInto("store")
    .values(stores.map((one) => ({ ...owner, ...one, country, record: named(one), words: one.code })))
    .execute()
  const beats = { first_beat_at: NOW, last_beat_at: NOW, look_at: NOW, told_seconds: 60, patience_seconds: 60 }
  const kind = { component_type: "kiosk", via: "box", status: "online", record: "{}" }
  for (let device = 0; device < DEVICES; device += 1) {
    const rows = stores.map(({ store_id }, n) => {
      const state = device === 0 && n % 100 === 0 ? "down" : "watched"
      return { ...owner, ...beats, ...kind, store_id, component_id: `dev-${n}-${device}`, state }
    })
    await db.insertInto("component").values(rows).execute()
  }
}
