/** A box whose database is damaged: the newest good backup takes its place, and what can be read of the damaged one is kept. */
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { backupsToDrop, listBackups, makeBackup } from "../../../../appliance/maintenance/backup/backup-files.ts"
import { createBackups } from "../../../../appliance/maintenance/backup/schedule-backups.ts"
import { createManualClock } from "../../../../runtime/clock.ts"
import { silentLog } from "../../../../runtime/log.ts"
import { openSqlite } from "../../../../runtime/storage/sqlite.ts"
import { type LoneBox, openLoneBox } from "../../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../../kit/order-bodies.ts"

const AT = "2026-11-21T18:30:00.000Z"
const LATER = "2026-11-21T20:00:00.000Z"
const PAGE = 4096

const sell = async (box: LoneBox, orderId: string) =>
  expect((await box.call("POST", ORDERS, orderBody({ orderId, paid: "CASH" }))).status).toBe(201)

const statusOf = async (box: LoneBox, orderId: string) => (await box.call("GET", `${ORDERS}/${orderId}`)).status

/** Everything is in the file, and nothing in its log. */
function settle(data: string): void {
  const db = openSqlite(join(data, "box.db"))
  db.pragma("wal_checkpoint(TRUNCATE)")
  db.close()
}

/** The pages in which a table lies, or an index, but for its first. */
function pagesOf(data: string, name: string): number[] {
  const db = openSqlite(join(data, "box.db"))
  const root = db.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").pluck().get(name) as number
  db.close()
  return [root]
}

function spoil(data: string, pages: readonly number[]): void {
  const file = openSync(join(data, "box.db"), "r+")
  for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE)
  closeSync(file)
}

describe("a box whose database is damaged", () => {
  it("continues with its newest backup and what came after it", async () => {
    const box = await openLoneBox()
    await sell(box, "kept-1")
    const backup = await makeBackup({ data: box.data, now: AT, why: "by-hand" })
    await sell(box, "later-1")
    await sell(box, "later-2")
    await box.box.stop()
    const figures = figuresOf(box.data)
    settle(box.data)
    spoil(box.data, [...pagesOf(box.data, "orders"), ...pagesOf(box.data, "orders_list")])

    const next = await openLoneBox({ before: box })
    for (const id of ["kept-1", "later-1", "later-2"]) expect(await statusOf(next, id), id).toBe(200)
    expect(figuresOf(box.data)).toEqual(figures)
    await sell(next, "after-1")
    const aside = readdirSync(join(box.data, "damaged"))
    expect(aside).toHaveLength(1)
    expect(readdirSync(join(box.data, "damaged", aside[0] ?? ""))).toContain("box.db")
    const { db, rows } = readBox(box.data)
    expect(rows("SELECT seq FROM outbox ORDER BY seq").map((row) => row.seq)).toEqual(
      rows("SELECT seq FROM outbox").map((_row, at) => at + 1),
    )
    const [restored] = rows("SELECT body FROM audit WHERE body ->> '$.action' = 'box.restored'")
    expect(JSON.parse(String(restored?.body)).detail).toMatchObject({ backup: backup.file })
    db.close()
  })

  it("starts also after another box replaced it, and shows its data", async () => {
    const box = await openLoneBox()
    await sell(box, "kept-1")
    await box.box.stop()
    const db = openSqlite(join(box.data, "box.db"))
    db.prepare("UPDATE sync_line SET fenced = 1").run()
    db.close()
    await makeBackup({ data: box.data, now: AT, why: "by-hand" })
    spoil(box.data, pagesOf(box.data, "orders"))

    const next = await openLoneBox({ before: box })
    expect(await statusOf(next, "kept-1")).toBe(200)
    const sale = await next.call("POST", ORDERS, orderBody({ orderId: "after-1", paid: "CASH" }))
    expect([sale.status, sale.body.error]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(next.box.sync().fenced).toBe(true)
  })

  it("uses an older backup if the newest is damaged", async () => {
    const box = await openLoneBox()
    const first = await makeBackup({ data: box.data, now: AT, why: "by-hand" })
    const second = await makeBackup({ data: box.data, now: AT, why: "by-hand" })
    await box.box.stop()
    settle(box.data)
    writeFileSync(join(box.data, "backups", second.file), "no database")
    spoil(box.data, [1])
    const next = await openLoneBox({ before: box })
    expect(existsSync(join(box.data, "box.db"))).toBe(true)
    await sell(next, "after-1")
    expect(await statusOf(next, "after-1")).toBe(200)
    expect(existsSync(join(box.data, "backups", first.file))).toBe(true)
  })
})

describe("a backup", () => {
  it("is not started without room; the oldest are removed first, but never the newest two", async () => {
    const box = await openLoneBox()
    for (let n = 0; n < 3; n += 1) await makeBackup({ data: box.data, now: AT, why: "by-hand" })
    let free = 0
    const backups = createBackups({
      data: box.data,
      plan: { everyMinutes: 60, kept: 24, days: 7 },
      clock: createManualClock(LATER),
      log: silentLog,
      epoch: () => listBackups(box.data)[0]?.epoch ?? "",
      hasRoom: () => true,
      freeBytes: () => (listBackups(box.data).length < 3 ? free : 0),
      pause: () => undefined,
      resume: () => undefined,
    })
    expect(await backups.look()).toBe(null)
    expect(backups.failure()).toContain("the disk is too full")
    expect(listBackups(box.data).map(({ number }) => number)).toEqual([3, 2])
    free = 1_000_000_000
    expect(await backups.look()).toMatchObject({ number: 4 })
    expect([backups.failure(), readdirSync(join(box.data, "backups")).length]).toEqual([null, 6])
  })

  it("is due at once when the box continues under another epoch, because the hub shuts the earlier one out", async () => {
    const box = await openLoneBox()
    const { at, epoch } = await makeBackup({ data: box.data, now: AT, why: "by-hand" })
    const look = (of: string) =>
      createBackups({
        data: box.data,
        plan: { everyMinutes: 60, kept: 24, days: 7 },
        clock: createManualClock(at),
        log: silentLog,
        epoch: () => of,
        hasRoom: () => true,
        pause: () => undefined,
        resume: () => undefined,
      }).look()
    expect(await look(epoch ?? "")).toBe(null)
    expect(await look("another")).toMatchObject({ number: 2 })
  })

  it("that was interrupted leaves no file for good", async () => {
    const box = await openLoneBox()
    const dir = join(box.data, "backups")
    const make = () => makeBackup({ data: box.data, now: AT, why: "by-hand" })
    await make()
    writeFileSync(join(dir, "box-000002-2026-11-21T18-00-00-000Z.db.partial"), "half")
    await make()
    await make()
    await make()
    expect(readdirSync(dir).filter((name) => name.endsWith(".partial"))).toEqual([])
    expect(listBackups(box.data)).toHaveLength(4)
  })

  it("is complete, describes itself, and is made while the box sells", async () => {
    const box = await openLoneBox()
    const making = makeBackup({ data: box.data, now: AT, why: "by-hand" })
    await sell(box, "meanwhile-1")
    const made = await making
    const path = join(box.data, "backups", made.file)
    expect(made).toMatchObject({ number: 1, epoch: box.box.sync().epoch, bytes: statSync(path).size })
    const copy = openSqlite(path, { check: true })
    expect(copy.prepare("SELECT coalesce(max(seq), 0) FROM outbox").pluck().get()).toBe(made.seq)
    copy.close()
    expect(listBackups(box.data)).toEqual([made])
    expect(readdirSync(join(box.data, "backups")).sort()).toEqual([made.file, made.file.replace(".db", ".json")])
  })

  it("is removed after its time; the newest and the newest of each day stay", () => {
    const all = ["21T10", "21T09", "21T08", "20T23", "20T22", "19T01", "18T01"].map((at, index) => ({
      number: 7 - index,
      file: `box-${7 - index}.db`,
      at: `2026-11-${at}:00:00.000Z`,
      why: "schedule" as const,
      epoch: null,
      seq: 0,
      schema: 1,
      bytes: 1,
      sha256: "",
    }))
    const dropped = (kept: number, days: number) =>
      backupsToDrop(all, { everyMinutes: 60, kept, days }).map(({ number }) => number)
    expect(dropped(2, 3)).toEqual([5, 3, 1])
    expect(dropped(24, 0)).toEqual([])
    expect(dropped(1, 0)).toEqual([6, 5, 4, 3, 2, 1])
  })
})

function figuresOf(data: string): unknown[] {
  const { db, rows } = readBox(data)
  const figures = rows("SELECT kind, code, transactions, amount FROM day_row ORDER BY kind, code")
  db.close()
  return figures
}

function readBox(data: string) {
  const db = openSqlite(join(data, "box.db"), { readonly: true })
  return { db, rows: (sql: string) => db.prepare<[], Record<string, unknown>>(sql).all() }
}
