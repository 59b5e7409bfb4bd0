/** A disk that fills up: what is old goes first, people hear of it, and a full one refuses whole and goes on by itself. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { writing } from "../../../appliance/http/run-in-transaction.ts"
import { listBackups, makeBackup } from "../../../appliance/maintenance/backup/backup-files.ts"
import { noteEmptyStart } from "../../../appliance/maintenance/backup/empty-start.ts"
import { createDiskWatch, diskStateOf } from "../../../appliance/maintenance/watch-disk.ts"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite, type SqliteDatabase } from "../../../runtime/storage/sqlite.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { tempDir } from "../../kit/temp.ts"

const NOON = "2026-11-21T12:00:00.000Z"
const GIB = 1024 ** 3
const MIB = 1024 ** 2

function aBox(): { data: string; db: SqliteDatabase; store: BoxStore } {
  const data = tempDir()
  const db = openSqlite(join(data, "box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  db.prepare("INSERT INTO sync_line (id, epoch, acked) VALUES (1, 'epoch-1', 2)").run()
  return { data, db, store: createBoxStore(db, createManualClock(NOON)) }
}

const addOp = (db: SqliteDatabase, seq: number, at: string) =>
  db
    .prepare("INSERT INTO outbox (seq, mark, kind, at, body) VALUES (?, ?, 'order.changed', ?, '{}')")
    .run(seq, `mark-${seq}`, at)

const countOf = (db: SqliteDatabase, table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

describe("the room on the disk", () => {
  it("is low before it is full, and later on a small disk", () => {
    const is = (freeBytes: number, totalBytes: number) => diskStateOf({ freeBytes, totalBytes }).is
    expect([is(100 * GIB, 200 * GIB), is(400 * MIB, 200 * GIB), is(50 * MIB, 200 * GIB)]).toEqual([
      "fine",
      "low",
      "full",
    ])
    expect([is(120 * MIB, GIB), is(100 * MIB, GIB), is(10 * MIB, GIB)]).toEqual(["fine", "low", "full"])
  })

  it("is made when low: damaged sets, old backups, printed jobs and old confirmed operations go", async () => {
    const { data, db, store } = aBox()
    for (const at of [1, 2, 3]) await makeBackup({ data, now: `2026-11-21T0${at}:00:00.000Z`, why: "schedule" })
    mkdirSync(join(data, "damaged", "before"), { recursive: true })
    writeFileSync(join(data, "damaged", "before", "box.db"), "broken")
    mkdirSync(join(data, "damaged", "2026-11-20T09-00-00-000Z"))
    noteEmptyStart(data, { at: "2026-11-20T09:00:00.000Z", fault: "no backup was whole" })
    for (const seq of [1, 2, 3]) addOp(db, seq, seq === 3 ? NOON : "2026-11-01T12:00:00.000Z")
    const paper = db.prepare(
      `INSERT INTO spool_job (job_id, printer_id, document, title, body, status, created_at, updated_at)
       VALUES (?, 'p', 'receipt', 't', '{}', ?, ?, ?)`,
    )
    for (const status of ["printed", "queued"]) paper.run(status, status, "2026-11-01", "2026-11-01")
    let news = 0
    let freeBytes = GIB
    const watch = createDiskWatch({
      data,
      store,
      clock: createManualClock(NOON),
      log: silentLog,
      room: () => ({ freeBytes, totalBytes: 100 * GIB }),
      onChange: () => {
        news += 1
      },
    })
    expect(watch.look().is).toBe("fine")
    expect(listBackups(data)).toHaveLength(3)

    freeBytes = 300 * MIB
    expect([watch.look().is, news]).toEqual(["low", 1])
    expect(listBackups(data).map(({ number }) => number)).toEqual([3, 2])
    expect(existsSync(join(data, "damaged", "before"))).toBe(false)
    // The op at the watermark and all that the hub does not have stay; so does a paper that waits.
    expect(db.prepare("SELECT seq FROM outbox").pluck().all()).toEqual([2, 3])
    expect(db.prepare("SELECT status FROM spool_job").pluck().all()).toEqual(["queued"])

    freeBytes = 10 * MIB
    expect([watch.look().is, listBackups(data).length, news]).toEqual(["full", 1, 2])
    freeBytes = GIB
    expect([watch.look().is, news]).toEqual(["fine", 3])
    // What a box that began anew had not sent is nowhere else.
    expect(readdirSync(join(data, "damaged"))).toEqual(["2026-11-20T09-00-00-000Z"])
    db.close()
  })
})

describe("a full disk", () => {
  it("refuses a whole commit, and accepts it when there is room again", async () => {
    const { db, store } = aBox()
    const write = (key: string, bytes: number) =>
      store.writeTogether((tx) => {
        tx.db.prepare("INSERT INTO meta VALUES (?, ?)").run(key, "x".repeat(bytes))
        return key
      })
    const before = countOf(db, "meta")
    const pages = Number(db.pragma("page_count", { simple: true }))
    db.pragma(`max_page_count = ${pages + 2}`)
    const asked = await Promise.allSettled([write("small", 10), write("large", 200_000), write("after", 10)])
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"])
    for (const one of asked) expect((one as PromiseRejectedResult).reason).toBeInstanceOf(StoreUnavailable)
    expect(countOf(db, "meta")).toBe(before)

    db.pragma(`max_page_count = ${pages + 1_000}`)
    expect(await Promise.all([write("small", 10), write("large", 200_000), write("after", 10)])).toHaveLength(3)
    db.close()
  })

  it("gives each caller one clear answer", async () => {
    const { db, store } = aBox()
    db.pragma(`max_page_count = ${Number(db.pragma("page_count", { simple: true }))}`)
    const handler = writing(store, ((tx: { db: SqliteDatabase }) =>
      tx.db.prepare("INSERT INTO meta VALUES ('k', ?)").run("x".repeat(100_000))) as never)
    expect(await handler({} as never)).toMatchObject({
      refused: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("disk of the box is full: nothing was changed"),
    })
    db.close()
  })

  it("and a read-only disk does the same", async () => {
    const { db, store } = aBox()
    db.pragma("query_only = ON")
    const handler = writing(store, ((tx: { db: SqliteDatabase }) =>
      tx.db.prepare("INSERT INTO meta VALUES ('k', 'v')").run()) as never)
    expect(await handler({} as never)).toMatchObject({
      refused: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("takes nothing"),
    })
    db.pragma("query_only = OFF")
    expect(await handler({} as never)).toMatchObject({ changes: 1 })
    db.close()
  })
})
