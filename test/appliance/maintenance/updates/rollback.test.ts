/** The way back over a migration, on real databases: taken only if nothing was sold since, and whole after a power cut at any point. */
import { copyFileSync, existsSync, readdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import type Database from "better-sqlite3"
import { beforeEach, describe, expect, it } from "vitest"
import { canOpen, copyBeforeMigration, rollBack } from "../../../../appliance/maintenance/updates/index.ts"
import { MIGRATIONS } from "../../../../appliance/storage/index.ts"
import { silentLog } from "../../../../runtime/log.ts"
import { migrateSqlite } from "../../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../../runtime/storage/sqlite.ts"
import { tempDir } from "../../../kit/temp.ts"

const NOW = "2026-11-21T03:00:00.000Z"
const OLD = MIGRATIONS.at(-1)?.id ?? 0
const NEW = OLD + 1
const STEP = { id: NEW, name: "newer", sql: "ALTER TABLE orders ADD COLUMN newer TEXT" }

let dir: string
let path: string

/** What a program does at its start. */
async function boot(known: number): Promise<Database.Database> {
  rollBack(path, known, silentLog)
  const db = openSqlite(path, { check: true })
  await copyBeforeMigration(db, known)
  migrateSqlite(db, known === NEW ? [...MIGRATIONS, STEP] : MIGRATIONS, NOW)
  return db
}

function sell(db: Database.Database, id: string): void {
  db.prepare(
    "INSERT INTO orders (id, external_id, status, business_day, created_at, record) VALUES (?, ?, '', '', '', '')",
  ).run(id, id)
  record(db, "order.changed")
}

function record(db: Database.Database, kind: string): void {
  db.prepare("INSERT INTO outbox (mark, kind, at, body) VALUES ('', ?, '', '{}')").run(kind)
}

const orders = (db: Database.Database) => db.prepare("SELECT id FROM orders ORDER BY id").pluck().all()

beforeEach(async () => {
  dir = tempDir()
  path = join(dir, "box.db")
  const db = await boot(OLD)
  db.prepare("INSERT INTO sync_line (id, epoch) VALUES (1, 'one')").run()
  sell(db, "before")
  db.close()
})

it("no database is kept without a migration", async () => {
  ;(await boot(OLD)).close()
  expect(readdirSync(dir)).toEqual(["box.db"])
})

it("an older program continues with the database that was kept", async () => {
  const newer = await boot(NEW)
  record(newer, "component.beat")
  record(newer, "audit.recorded")
  newer.close()
  expect(canOpen(path, OLD)).toBe(true)
  const older = await boot(OLD)
  expect(orders(older)).toEqual(["before"])
  expect(existsSync(`${path}.newer`)).toBe(true)
  sell(older, "after")
  older.close()
  const again = await boot(NEW)
  expect(orders(again)).toEqual(["after", "before"])
  again.close()
})

describe("a rollback that would lose later work is refused:", () => {
  it.each(["order.changed", "shift.changed", "cash.closed", "fiscal.numbered", "drawer.opened", "day.closed"])(
    "%s",
    async (kind) => {
      const newer = await boot(NEW)
      record(newer, kind)
      newer.close()
      expect(canOpen(path, OLD)).toBe(false)
      await expect(boot(OLD)).rejects.toThrow("start a newer program")
      expect(canOpen(path, NEW)).toBe(true)
    },
  )

  it("an order from the hub, or a new epoch", async () => {
    const newer = await boot(NEW)
    newer.prepare("UPDATE sync_line SET epoch = 'two'").run()
    expect(canOpen(path, OLD)).toBe(false)
    newer.prepare("UPDATE sync_line SET epoch = 'one'").run()
    expect(canOpen(path, OLD)).toBe(true)
    newer
      .prepare(
        "INSERT INTO orders (id, external_id, status, business_day, created_at, record) VALUES ('hub', 'hub', '', '', '', '')",
      )
      .run()
    expect(canOpen(path, OLD)).toBe(false)
    newer.close()
  })
})

it("a rollback needs a kept database", async () => {
  ;(await boot(NEW)).close()
  for (const name of readdirSync(dir).filter((name) => name.startsWith("before-")))
    renameSync(join(dir, name), join(dir, "x"))
  expect(canOpen(path, OLD)).toBe(false)
})

describe("a power cut during a rollback", () => {
  beforeEach(async () => {
    ;(await boot(NEW)).close()
  })
  const kept = () => join(dir, `before-schema-${OLD}.db`)

  it("while the copy is made: it is made again", async () => {
    copyFileSync(kept(), `${path}.returning.partial`)
    copyFileSync(kept(), `${path}.returning`)
    const db = await boot(OLD)
    expect(orders(db)).toEqual(["before"])
    db.close()
  })

  it("between two renames: the next start does the second", async () => {
    copyFileSync(kept(), `${path}.returning`)
    renameSync(path, `${path}.newer`)
    const db = await boot(OLD)
    expect(orders(db)).toEqual(["before"])
    db.close()
    expect(existsSync(`${path}.returning`)).toBe(false)
  })

  it("leaves nothing that affects the newer program", async () => {
    copyFileSync(kept(), `${path}.returning`)
    const db = await boot(NEW)
    expect(orders(db)).toEqual(["before"])
    sell(db, "after")
    db.close()
    await expect(boot(OLD)).rejects.toThrow("start a newer program")
  })
})
