/** A file that is checked in a thread: it hears the same as who checks it in place, also why it could not be looked at. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { checkInThread } from "../../../runtime/storage/check-in-thread.ts"
import { checkFile, openSqlite } from "../../../runtime/storage/sqlite.ts"
import { tempFile } from "../../kit/temp.ts"

const PAGE = 4096

function aFile(rows: number): string {
  const path = tempFile("some.db")
  const db = openSqlite(path)
  db.exec("CREATE TABLE jar (id INTEGER PRIMARY KEY, label TEXT NOT NULL)")
  const add = db.prepare("INSERT INTO jar (label) VALUES (?)")
  for (let n = 0; n < rows; n += 1) add.run("x".repeat(PAGE / 4))
  db.close()
  return path
}

describe("a check in a thread", () => {
  it("finds no fault in a good file, even while its log has half of it", async () => {
    const path = aFile(20)
    expect(await checkInThread(path)).toEqual([])
    const db = openSqlite(path)
    db.prepare("INSERT INTO jar (label) VALUES (?)").run("in the log")
    expect(await checkInThread(path)).toEqual([])
    expect(db.prepare("SELECT count(*) FROM jar").pluck().get()).toBe(21)
    db.close()
  })

  it("lists the faults of a damaged file", async () => {
    const path = aFile(20)
    const file = openSync(path, "r+")
    writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, 2 * PAGE)
    closeSync(file)
    const faults = await checkInThread(path)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults).toEqual(checkFile(path))
  })

  it("finds a fault in a file that is no database, and says nothing of one that cannot be opened", async () => {
    const path = tempFile("no.db")
    writeFileSync(path, "x".repeat(2 * PAGE))
    expect(await checkInThread(path)).toEqual(["file is not a database"])
    const folder = tempFile("folder.db")
    mkdirSync(folder)
    await expect(checkInThread(folder)).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" })
    await expect(checkInThread(tempFile("none.db"))).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" })
  })
})
