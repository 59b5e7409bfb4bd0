import { expect, it } from "vitest"
import packageJson from "../../../package.json" with { type: "json" }
import { silentLog } from "../../../runtime/log.ts"
import { type EngineMigration, migrateSqlite, SchemaRefused } from "../../../runtime/storage/migrate.ts"
import { migratePostgres } from "../../../runtime/storage/migrate-postgres.ts"
import { openPool, SILENCE_MAX_MS } from "../../../runtime/storage/postgres.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

const NOW = "2026-11-21T12:00:00.000Z"
const { version } = packageJson
const LINE = `the database is at schema 3 and this program (version ${version}) knows 1: start version 99.1.0 or newer`

const jar: EngineMigration = { id: 1, name: "jar", sql: "CREATE TABLE jar (id TEXT PRIMARY KEY);" }
const lid: EngineMigration = {
  id: 3,
  name: "lid",
  sql: { sqlite: "CREATE TABLE lid (id INTEGER)", postgres: "CREATE TABLE lid (id BIGINT)" },
}
const broken: EngineMigration = { id: 4, name: "broken", sql: "CREATE TABLE shelf (id TEXT); CREATE TABEL oops;" }

interface Target {
  run(sql: string): Promise<void>
  migrate(migrations: readonly EngineMigration[]): Promise<number[]>
  tables(): Promise<string[]>
}

async function openTarget(engine: string, url: string): Promise<Target> {
  return engine === "sqlite" ? openFile(url.slice("sqlite:".length)) : openServer(url)
}

function openFile(path: string): Target {
  const db = openSqlite(path)
  whenOver(() => {
    db.close()
  })
  const list = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck()
  return {
    migrate: async (migrations) => migrateSqlite(db, migrations, NOW),
    run: async (sql) => void db.exec(sql),
    tables: async () => list.all() as string[],
  }
}

function openServer(url: string): Target {
  const pool = openPool(url, { log: silentLog, max: 3, silenceMaxMs: SILENCE_MAX_MS })
  whenOver(() => pool.end())
  const list = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
  return {
    migrate: (migrations) => migratePostgres(pool, migrations, NOW, silentLog),
    run: async (sql) => void (await pool.query(sql)),
    tables: async () => (await pool.query(list)).rows.map((row) => row.name),
  }
}

eachDatabase((engine, open) => {
  const openFresh = async () => openTarget(engine, await open.freshUrl())

  it("applies missing migrations in order, and none twice", async () => {
    const target = await openFresh()
    expect(await target.migrate([jar])).toEqual([1])
    expect(await target.migrate([jar, lid])).toEqual([3])
    expect(await target.migrate([jar, lid])).toEqual([])
    expect(await target.tables()).toEqual(["jar", "lid", "schema_migration"])
  })

  it("applies all of a list or none", async () => {
    const target = await openFresh()
    await expect(target.migrate([jar, lid, broken])).rejects.toThrow(/syntax error/)
    expect(await target.tables()).toEqual([])
    expect(await target.migrate([jar, lid])).toEqual([1, 3])
  })

  it("refuses a newer database in one line", async () => {
    const target = await openFresh()
    await target.migrate([jar, lid])
    await target.run("UPDATE schema_migration SET program = '99.1.0' WHERE program IS NOT NULL")
    const refused = target.migrate([jar])
    await expect(refused).rejects.toBeInstanceOf(SchemaRefused)
    await expect(refused).rejects.toThrow(LINE)
  })

  it("continues for a program that noted no version, and notes the next one", async () => {
    const target = await openFresh()
    await target.migrate([jar])
    await target.run("ALTER TABLE schema_migration DROP COLUMN program")
    expect(await target.migrate([jar])).toEqual([])
    await expect(target.migrate([])).rejects.toThrow(`knows 0: start a newer program`)
    expect(await target.migrate([jar, lid])).toEqual([3])
    await target.run("UPDATE schema_migration SET program = '99.1.0' WHERE program IS NOT NULL")
    await expect(target.migrate([jar])).rejects.toThrow(LINE)
  })

  it("refuses a migration that was edited after it was applied", async () => {
    const target = await openFresh()
    await target.migrate([jar])
    const edited = { ...jar, sql: "CREATE TABLE jar (id BIGINT PRIMARY KEY)" }
    await expect(target.migrate([edited])).rejects.toThrow("schema step 1 (jar) was changed after it was applied")
  })

  it("refuses a migration that was inserted below an applied one", async () => {
    const target = await openFresh()
    await target.migrate([jar, lid])
    const late = { id: 2, name: "late", sql: "CREATE TABLE late (id TEXT)" }
    await expect(target.migrate([jar, late, lid])).rejects.toThrow(
      "schema step 2 (late) was added below 3: only append",
    )
  })

  it("refuses a list that is out of order", async () => {
    const target = await openFresh()
    await expect(target.migrate([lid, jar])).rejects.toThrow("schema step 1 (jar) comes after 3")
  })
})

it("does not wait for a writer if there is nothing to do", () => {
  const path = tempFile("busy.sqlite")
  const busy = openSqlite(path)
  const beside = openSqlite(path, { busyTimeoutMs: 0 })
  whenOver(() => {
    busy.close()
    beside.close()
  })
  migrateSqlite(busy, [jar], NOW)
  busy.exec("BEGIN IMMEDIATE")
  expect(migrateSqlite(beside, [jar], NOW)).toEqual([])
  expect(() => migrateSqlite(beside, [jar, lid], NOW)).toThrow("database is locked")
})

onPostgres((open) => {
  it("migrates once when many processes start together, and all continue", async () => {
    const url = await open.freshUrl()
    const targets = Array.from({ length: 6 }, () => openServer(url))
    const applied = await Promise.all(targets.map((target) => target.migrate([jar, lid])))
    expect(applied.flat()).toEqual([1, 3])
    expect(applied.filter((ids) => ids.length === 0)).toHaveLength(5)
  })
})
