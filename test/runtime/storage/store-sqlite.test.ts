import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openSqlite, quickCheck } from "../../../runtime/storage/sqlite.ts"
import { openStore } from "../../../runtime/storage/store.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"
import { startWatched } from "../../kit/watched-process.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

/** Acknowledged writes after which the process is killed. */
const KILLED_AFTER = 500

async function openJars(path: string) {
  const options = { migrations: jarMigrations, clock: systemClock, log: silentLog }
  const store = await openStore<JarTables>({ url: `sqlite:${path}`, ...options })
  whenOver(() => store.close())
  return store
}

/** Runs the writing process, kills it with -9 in the middle, and answers what it had said by then. */
function writeUntilKilled(path: string): Promise<string[]> {
  const script = fileURLToPath(new URL("./write-until-killed.ts", import.meta.url))
  const words = ["--import", "tsx", script, `sqlite:${path}`]
  const child = startWatched(process.execPath, words, { showErrors: true })
  let said = ""
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString()
    if (said.split("\n").length > KILLED_AFTER) child.kill("SIGKILL")
  })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", () => resolve(said.split("\n").slice(0, -1)))
  })
}

it("has every acknowledged write after a kill -9", async () => {
  const path = tempFile("killed.db")
  const acknowledged = await writeUntilKilled(path)
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLED_AFTER)
  const store = await openJars(path)
  const jars = await store.read(({ db }) => db.selectFrom("jar").select("id").execute())
  const kept = new Set(jars.map((jar) => jar.id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
})

it("backs up during writes, and the copy opens as a store", async () => {
  const path = tempFile("jars.db")
  const store = await openJars(path)
  const add = (id: string) =>
    store.write(({ db }) =>
      db
        .insertInto("jar")
        .values({ id, coins: 1, note: "x".repeat(200) })
        .execute(),
    )
  await Promise.all(Array.from({ length: 500 }, (_, index) => add(`before-${index}`)))
  const during = Array.from({ length: 50 }, (_, index) => add(`during-${index}`))
  await Promise.all([store.backup(`${path}.copy`), ...during])
  const copy = await openJars(`${path}.copy`)
  const ids = await copy.read(({ db }) => db.selectFrom("jar").select("id").where("id", "like", "before-%").execute())
  expect(ids).toHaveLength(500)
})

it("leaves a complete file and an empty log when it is closed", async () => {
  const path = tempFile("jars.db")
  const store = await openJars(path)
  await store.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 1, note: null }).execute())
  await store.close()
  const db = openSqlite(path)
  expect(quickCheck(db)).toEqual([])
  db.close()
})

it("refuses addresses that are no file", async () => {
  await expect(openJars("")).rejects.toThrow("a SQLite store is a file: sqlite:PATH")
  await expect(openJars(":memory:")).rejects.toThrow("a SQLite store is a file: sqlite:PATH")
  const options = { migrations: jarMigrations, clock: systemClock, log: silentLog }
  const unknown = openStore({ url: "mysql://root:s3cret@db/hub", ...options })
  await expect(unknown).rejects.toThrow("a database is sqlite:PATH or postgres://…, not mysql://root:***@db/hub")
})
