/** Lists on SQLite are read in threads: however long one takes, the process goes on writing, and whoever asked hears in time. */
import { sql } from "kysely"
import { expect, it } from "vitest"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openStore } from "../../../runtime/storage/store.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

async function openJars(listMaxMs?: number) {
  const options = { migrations: jarMigrations, clock: systemClock, log: silentLog, ...(listMaxMs && { listMaxMs }) }
  const store = await openStore<JarTables>({ url: `sqlite:${tempFile("jars.db")}`, ...options })
  whenOver(() => store.close())
  return store
}

type Jars = Awaited<ReturnType<typeof openJars>>

const STEPS = 5_000_000
/** Walks for a second or more, as a list without an index does. */
const walk = ({ list }: Jars) =>
  list(({ db }) =>
    sql<{ steps: number }>`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${STEPS})
      SELECT count(*) AS steps FROM n`.execute(db),
  )
const add = ({ write }: Jars, id: string) =>
  write(({ db }) => db.insertInto("jar").values({ id, coins: 1, note: id }).execute())
const listJars = ({ list }: Jars) => list(({ db }) => db.selectFrom("jar").selectAll().orderBy("id").execute())

it("a long list delays neither writes nor other lists", async () => {
  const store = await openJars()
  await listJars(store)
  let ended = false
  const walking = walk(store).finally(() => {
    ended = true
  })
  const waits: number[] = []
  for (let n = 0; n < 10; n += 1) {
    const from = performance.now()
    await add(store, `jar-${String(n).padStart(2, "0")}`)
    expect(await listJars(store)).toHaveLength(n + 1)
    waits.push(performance.now() - from)
  }
  expect(ended).toBe(false)
  expect(waits.sort((a, b) => a - b)[waits.length / 2]).toBeLessThan(100)
  expect((await walking).rows).toEqual([{ steps: STEPS }])
})

it("a list that takes too long is ended, and the next ones are answered", async () => {
  const store = await openJars(200)
  await add(store, "one")
  await expect(walk(store)).rejects.toThrow(StoreUnavailable)
  // A thread that starts on a busy machine may itself take longer than that.
  await expect.poll(() => listJars(store).catch(() => []), { timeout: 30_000 }).toMatchObject([{ id: "one" }])
})

it("lists behind too many long ones are ended in turn, and work again afterwards", async () => {
  const store = await openJars(300)
  await add(store, "one")
  const long = Array.from({ length: 2 }, () => walk(store).catch((error: unknown) => error))
  await expect(listJars(store)).rejects.toThrow(StoreUnavailable)
  await Promise.all(long)
  await expect.poll(() => listJars(store).catch(() => []), { timeout: 30_000 }).toHaveLength(1)
})

it("values are the same as in the process: bytes, large numbers, null, and the driver's errors", async () => {
  const store = await openJars()
  const ask = ({ db }: { db: Parameters<Parameters<typeof store.read>[0]>[0]["db"] }) =>
    sql`SELECT x'00ff' AS bytes, ${9_007_199_254_740_991} AS large, NULL AS absent, 'ñ' AS text`.execute(db)
  expect(await store.list(ask)).toEqual(await store.read(ask))
  const wrong = ({ db }: Parameters<typeof ask>[0]) => sql`SELECT nowhere FROM jar`.execute(db)
  await expect(store.list(wrong)).rejects.toMatchObject({ code: "SQLITE_ERROR", message: "no such column: nowhere" })
  const writing = ({ db }: Parameters<typeof ask>[0]) => sql`DELETE FROM jar`.execute(db)
  await expect(store.list(writing)).rejects.toMatchObject({ cause: { code: "SQLITE_READONLY" } })
})
