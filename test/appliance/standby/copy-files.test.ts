/** A box's database followed page by page: whatever was committed is in the copy, and nothing of what was not. */
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { type CopyFiles, openCopyFiles } from "../../../appliance/standby/copy-files.ts"
import { createLogShipper, type LogShipper } from "../../../appliance/standby/ship-log.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { openSqlite, type SqliteDatabase } from "../../../runtime/storage/sqlite.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

let db: SqliteDatabase
let shipping: LogShipper
let files: CopyFiles
let dir: string

const sell = (n: number, size = 100) => db.prepare("INSERT INTO sale VALUES (?, ?)").run(n, "x".repeat(size))

async function fetchBase(): Promise<void> {
  const { baseId, size } = await shipping.openBase()
  for (let offset = 0; offset < size; ) {
    const part = shipping.readBase(baseId, offset)
    if (!part) throw new Error("the copy is gone")
    files.writeBase(part, offset)
    offset += part.length
  }
  files.adoptBase({ generation: baseId, end: 0 })
}

/** Until there is nothing new; answers whether it had to begin with the whole file. */
async function follow(): Promise<boolean> {
  let based = false
  for (;;) {
    const position = files.position()
    const part = position && shipping.log(position)
    if (!part) {
      based = true
      await fetchBase()
    } else if (!files.take(part)) return based
  }
}

/** What SQLite finds in the copy as it lies there, as after a power cut. */
function salesOfCopy(): number[] {
  const aside = join(tempDir(), "look.db")
  appendFileSync(aside, readFileSync(files.path))
  if (existsSync(`${files.path}-wal`)) appendFileSync(`${aside}-wal`, readFileSync(`${files.path}-wal`))
  const copy = new Sqlite(aside)
  try {
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok")
    return copy.prepare<[], number>("SELECT n FROM sale ORDER BY n").pluck().all()
  } finally {
    copy.close()
  }
}

beforeEach(() => {
  db = openSqlite(join(tempDir(), "box.db"))
  whenOver(() => void db.close())
  db.exec("CREATE TABLE sale (n INTEGER PRIMARY KEY, body TEXT)")
  shipping = createLogShipper(db, createIds({ clock: systemClock }))
  shipping.begin()
  dir = tempDir()
  files = openCopyFiles(dir)
})

describe("a copy that follows a database", () => {
  it("has each sale as soon as it is committed, and no other", async () => {
    sell(1)
    expect(await follow()).toBe(true)
    sell(2)
    db.exec("BEGIN")
    sell(3, 3_000_000)
    expect(await follow()).toBe(false)
    expect(salesOfCopy()).toEqual([1, 2])
    db.exec("ROLLBACK")
    sell(4)
    await follow()
    expect(salesOfCopy()).toEqual([1, 2, 4])
  })

  it("continues with the next log when the first box has emptied its own", async () => {
    await follow()
    for (let n = 1; n <= 6; n += 1) {
      sell(n, 20_000)
      expect(await follow()).toBe(false)
      shipping.emptyLog()
    }
    sell(7)
    expect(await follow()).toBe(false)
    expect(salesOfCopy()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it("delays emptying the log while it is connected", async () => {
    await follow()
    sell(1)
    const position = files.position()
    if (position) shipping.log(position)
    shipping.emptyLog()
    expect(await follow()).toBe(false)
    expect(salesOfCopy()).toEqual([1])
  })

  it("starts again if the log continued without it", async () => {
    await follow()
    sell(1)
    db.pragma("wal_checkpoint(TRUNCATE)")
    sell(2)
    expect(await follow()).toBe(true)
    expect(salesOfCopy()).toEqual([1, 2])
  })

  it("contains what is sold during the copy of the whole file", async () => {
    sell(1, 2_000_000)
    const { baseId, size } = await shipping.openBase()
    sell(2)
    shipping.emptyLog()
    for (let offset = 0; offset < size; ) {
      const part = shipping.readBase(baseId, offset) as Buffer
      files.writeBase(part, offset)
      offset += part.length
    }
    files.adoptBase({ generation: baseId, end: 0 })
    sell(3)
    expect(await follow()).toBe(false)
    expect(salesOfCopy()).toEqual([1, 2, 3])
  })

  it("is complete after a power cut of its own, wherever its log was torn", async () => {
    await follow()
    sell(1)
    await follow()
    sell(2, 9_000)
    await follow()
    const wal = `${files.path}-wal`
    truncateSync(wal, readFileSync(wal).length - 5_000)
    files = openCopyFiles(dir)
    expect(salesOfCopy()).toEqual([1])
    expect(await follow()).toBe(false)
    expect(salesOfCopy()).toEqual([1, 2])
  })

  it("refuses a part that was changed on the way", async () => {
    await follow()
    sell(1)
    await follow()
    sell(2)
    const position = files.position()
    const part = position && shipping.log(position)
    part?.bytes.writeUInt8((part.bytes[200] ?? 0) ^ 1, 200)
    expect(part && files.take(part)).toBe(false)
    await follow()
    expect(salesOfCopy()).toEqual([1, 2])
  })
})

describe("the copy of the whole file", () => {
  const copies = () => readdirSync(dirname(db.name)).filter((name) => name.includes(".base-"))

  it("is made once if it is requested again meanwhile, and is removed once it was fetched", async () => {
    sell(1)
    const [first, second] = await Promise.all([shipping.openBase(), shipping.openBase()])
    expect(second).toEqual(first)
    expect(copies()).toHaveLength(1)
    expect(shipping.readBase(first.baseId, 0)).toHaveLength(first.size)
    expect(copies()).toEqual([])
  })

  it("that a power cut left is removed at the next start", () => {
    writeFileSync(`${db.name}.base-0123456789ab`, "as large as the database")
    createLogShipper(db, createIds({ clock: systemClock }))
    expect(copies()).toEqual([])
  })
})
