/** A hub that moves from its SQLite file to PostgreSQL: the same answers, or nothing at all. */
import pg from "pg"
import { describe, expect, it } from "vitest"
import { moveHubDatabase, openHubDatabase } from "../../../hub/storage/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { type OpenStore, onPostgres, onSqlite } from "../../kit/databases.ts"
import { NOW, openTestHub, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { tempFile } from "../../kit/temp.ts"

const PATHS = [`${ORDERS}?limit=50`, "/api/v1/core/external/events/feed?limit=50"]

onSqlite((lite) =>
  onPostgres((post) => {
    describe("a move", () => {
      it("copies every row, and the hub continues where it was", async () => {
        const { hub, file, ids, secretKey } = await openSoldHub(lite)
        const before = await answersOf(hub, ids)
        await hub.hub.stop()
        const to = await post.freshUrl()
        const steps: number[] = []
        const onProgress = (_table: string, { done, total }: { done: number; total: number }) =>
          void steps.push(done - total)
        const moved = await moveHubDatabase({ from: file, to, now: NOW, onProgress })
        expect(steps.every((left) => left === 0)).toBe(true)
        expect(moved.tables.find(({ name }) => name === "orders")?.rows).toBe(ids.length)
        expect(moved.tenants).toBe(moved.tables.find(({ name }) => name === "vendor")?.rows)
        const next = await openTestHub(post, { database: to, secretKey })
        expect(await answersOf(next, ids)).toEqual(before)
        const charged = await next.call("POST", `${ORDERS}/${ids[1]}/confirm-payment`, charge({ id: "after" }))
        expect(charged.body.data.outcome).toBe("settled")
      })

      it("is refused while a hub uses the file, and for a target that is not empty or not its own", async () => {
        const { hub, file } = await openSoldHub(lite)
        const to = await post.freshUrl()
        await expect(moveHubDatabase({ from: file, to, now: NOW })).rejects.toThrow("stop the hub first")
        await hub.hub.stop()
        await onTarget(to, "CREATE TABLE others (id TEXT)")
        await expect(moveHubDatabase({ from: file, to, now: NOW })).rejects.toThrow("already has a table others")
        await onTarget(to, "DROP TABLE others")
        await moveHubDatabase({ from: file, to, now: NOW })
        await expect(moveHubDatabase({ from: file, to, now: NOW })).rejects.toThrow("the target is not empty")
        const working = await openOn(to)
        await working.read(({ db }) => db.selectFrom("account").select("account_id").execute())
        await expect(moveHubDatabase({ from: file, to, now: NOW })).rejects.toThrow("a hub uses the target")
        await working.close()
        const idle = new pg.Client({ connectionString: to, application_name: "brasa wakes" })
        await idle.connect()
        await expect(moveHubDatabase({ from: file, to, now: NOW })).rejects.toThrow("a hub uses the target")
        await idle.end()
      })

      it("explains what to do if its user may create no tables", async () => {
        const { hub, file } = await openSoldHub(lite)
        await hub.hub.stop()
        const to = await post.freshUrl()
        await onTarget(to, "DROP ROLE IF EXISTS mover")
        await onTarget(to, "CREATE ROLE mover LOGIN PASSWORD 'mover'")
        const weak = Object.assign(new URL(to), { username: "mover", password: "mover" }).href
        const refused = moveHubDatabase({ from: file, to: weak, now: NOW })
        await expect(refused).rejects.toThrow("permission denied for schema public; make the hub's user the owner")
        await onTarget(to, "DROP ROLE mover")
      })

      it("that would change a single value leaves nothing in the target", async () => {
        const { hub, file } = await openSoldHub(lite)
        await hub.hub.stop()
        const to = await post.freshUrl()
        await (await openOn(to)).close()
        await onTarget(to, CORRUPTING)
        await expect(moveHubDatabase({ from: file, to, now: NOW })).rejects.toThrow(/^orders: .* have other values/)
        expect(await onTarget(to, "SELECT account_id FROM account")).toEqual([])
        await onTarget(to, "DROP TRIGGER corrupt ON orders")
        await moveHubDatabase({ from: file, to, now: NOW })
      })
    })
  }),
)

/** As a fault of a disk would: one letter of one column. */
const CORRUPTING = `
  CREATE FUNCTION corrupt() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.order_code := overlay(NEW.order_code placing 'X' from 1 for 1); RETURN NEW; END $$;
  CREATE TRIGGER corrupt BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION corrupt();`

async function openSoldHub(open: OpenStore) {
  const file = tempFile("hub.db")
  const { url, secretKey } = await open.provisioned(file)
  const hub = await openTestHub(open, { database: url, secretKey })
  const ids: string[] = []
  for (const name of ["Ñandú", "日本 🍔", "it's \\x00 {1,2}"]) {
    const response = await hub.call("POST", ORDERS, orderBody({ orderCode: name }))
    ids.push(response.body.data.id)
  }
  await hub.call("POST", `${ORDERS}/${ids[0]}/confirm-payment`, charge({ id: "before" }))
  return { hub, file, ids, secretKey }
}

async function answersOf(hub: TestHub, ids: readonly string[]) {
  const paths = [...PATHS, ...ids.map((id) => `${ORDERS}/${id}`)]
  const answers = await Promise.all(paths.map((path) => hub.call("GET", path)))
  for (const { status } of answers) expect(status).toBe(200)
  return [...answers.map(({ body }) => body.data), await hub.events()]
}

function openOn(url: string) {
  return openHubDatabase({ url, clock: systemClock, log: silentLog })
}

async function onTarget(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
