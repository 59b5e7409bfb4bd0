import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"
import {
  backupSqlite,
  createCheckpoints,
  openSqlite,
  quickCheck,
  SqliteDamaged,
} from "../../../runtime/storage/sqlite.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { soon } from "../../kit/soon.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

function openWithRows(rows: number) {
  const path = tempFile("box.db")
  const db = openSqlite(path)
  whenOver(() => {
    db.close()
  })
  db.exec("CREATE TABLE row (id INTEGER PRIMARY KEY, body TEXT)")
  const insert = db.prepare("INSERT INTO row (body) VALUES (?)")
  db.transaction(() => {
    for (let row = 0; row < rows; row += 1) insert.run("x".repeat(500))
  })()
  return { path, db }
}

it("is durable at every commit, also after reopening", () => {
  const { path, db } = openWithRows(1)
  db.close()
  // What the library does by itself, and the reason for asserting it.
  const plain = new Sqlite(path)
  expect(plain.pragma("synchronous", { simple: true })).toBe(1)
  plain.close()

  const again = openSqlite(path)
  whenOver(() => {
    again.close()
  })
  expect(again.pragma("synchronous", { simple: true })).toBe(2)
  expect(again.pragma("journal_mode", { simple: true })).toBe("wal")
  expect(again.pragma("foreign_keys", { simple: true })).toBe(1)
})

it("makes a missing directory, but not for a reader", () => {
  const path = tempFile("data/deep/box.db")
  expect(() => openSqlite(path, { readonly: true })).toThrow()
  openSqlite(path).close()
  expect(existsSync(path)).toBe(true)
})

it("accepts a good file, and refuses a damaged one with instructions in one line", () => {
  const { path, db } = openWithRows(500)
  expect(quickCheck(db)).toEqual([])
  db.close()
  writeFileSync(path, readFileSync(path).fill(0xee, 4096 * 10, 4096 * 12))
  expect(() => openSqlite(path, { check: true })).toThrow(SqliteDamaged)
  expect(() => openSqlite(path, { check: true })).toThrow(/restore it from a backup/)
})

it("backs up a database in use completely, and leaves no partial file", async () => {
  const { path, db } = openWithRows(2_000)
  const target = `${dirname(path)}/copies/box-1.db`
  const backup = backupSqlite(db, target)
  db.prepare("INSERT INTO row (body) VALUES ('while it ran')").run()
  await backup
  const copy = openSqlite(target, { check: true })
  whenOver(() => {
    copy.close()
  })
  expect(copy.prepare("SELECT count(*) FROM row").pluck().get()).toBeGreaterThanOrEqual(2_000)
  expect(readdirSync(dirname(target)).filter((name) => name.includes("partial"))).toEqual([])
})

it("keeps the former backup if a new one fails", async () => {
  const { path, db } = openWithRows(10)
  const target = `${path}.copy`
  await backupSqlite(db, target)
  db.close()
  await expect(backupSqlite(db, target)).rejects.toThrow()
  const copy = openSqlite(target, { check: true })
  expect(copy.prepare("SELECT count(*) FROM row").pluck().get()).toBe(10)
  copy.close()
})

it("empties the write-ahead log once writing has paused", async () => {
  const { path, db } = openWithRows(1_000)
  const wal = () => statSync(`${path}-wal`).size
  expect(wal()).toBeGreaterThan(0)
  const checkpoints = createCheckpoints(db, { everyMs: 5 })
  checkpoints.start()
  await soon(() => expect(wal()).toBe(0))
  checkpoints.stop()
})

it("refuses a file that is no database", () => {
  const path = tempFile("box.db")
  writeFileSync(path, "somebody's notes\n".repeat(500))
  expect(() => openSqlite(path)).toThrow(/not a database/)
})

describe("cached statements", () => {
  it("are the same for the same text, and return the same as new ones", () => {
    const db = openSqlite(tempFile("kept.db"), { keepStatements: true })
    db.exec("CREATE TABLE jar (id TEXT PRIMARY KEY) STRICT")
    const add = () => db.prepare<[string]>("INSERT INTO jar (id) VALUES (?)")
    add().run("a")
    add().run("b")
    expect(add()).toBe(add())
    expect(db.prepare("SELECT id FROM jar ORDER BY id").all()).toEqual([{ id: "a" }, { id: "b" }])
    db.exec("ALTER TABLE jar ADD COLUMN coins INTEGER")
    expect(db.prepare("SELECT * FROM jar ORDER BY id").all()).toEqual([
      { id: "a", coins: null },
      { id: "b", coins: null },
    ])
    db.close()
  })
})

it("a full or read-only disk is not taken for a damaged file", () => {
  const failing = (code: string) =>
    ({ pragma: () => raise(Object.assign(new Error(`it said ${code}`), { code })) }) as never
  for (const code of ["SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"])
    expect(() => quickCheck(failing(code))).toThrow(code)
  expect(quickCheck(failing("SQLITE_CORRUPT"))).toEqual(["it said SQLITE_CORRUPT"])
  expect(quickCheck(failing("SQLITE_IOERR_READ"))).toEqual(["it said SQLITE_IOERR_READ"])
})

function raise(error: Error): never {
  throw error
}
