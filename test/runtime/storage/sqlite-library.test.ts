/** Which SQLite library is loaded: the one for the Node that runs, and never one that ends it. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { libraryFor, Sqlite } from "../../../runtime/storage/sqlite-library.ts"

describe("the SQLite library", () => {
  it.each([
    [9, "better-sqlite3-node20"],
    [10, "better-sqlite3"],
    [11, "better-sqlite3"],
  ])("with Node-API %i is %s", (nodeApi, name) => {
    expect(libraryFor(nodeApi)).toBe(name)
  })

  it("survives the garbage collection of its statements, with this Node", () => {
    const db = new Sqlite(":memory:")
    db.exec("CREATE TABLE sale (total INTEGER)")
    for (let total = 0; total < 1_000; total += 1) db.prepare(`INSERT INTO sale VALUES (${total})`).run()
    setFlagsFromString("--expose-gc")
    runInNewContext("gc")()
    expect(db.prepare("SELECT count(*) FROM sale").pluck().get()).toBe(1_000)
  })
})
