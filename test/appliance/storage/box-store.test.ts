/** The box's door to its disk: what a refusal, a bug and a crash leave behind, and that a group of writes shares its commit. */
import type { Database } from "better-sqlite3"
import { beforeEach, describe, expect, it } from "vitest"
import { type BoxStore, type BoxTx, createBoxStore } from "../../../appliance/storage/index.ts"
import { refuse } from "../../../protocol/refusals.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { tempFile } from "../../kit/temp.ts"

const NOW = "2026-11-21T12:00:00.000Z"

let path: string
let store: BoxStore
let db: Database

beforeEach(() => {
  path = tempFile("box.db")
  db = openSqlite(path)
  db.exec("CREATE TABLE sale (id INTEGER PRIMARY KEY, at TEXT NOT NULL) STRICT")
  store = createBoxStore(db, createManualClock(NOW))
})

function add(id: number) {
  return store.write((tx) => tx.db.prepare("INSERT INTO sale (id, at) VALUES (?, ?)").run(id, tx.now))
}

/** Read through another connection: only what is committed counts. */
function committed(): number[] {
  const other = new Sqlite(path, { readonly: true })
  const ids = other.prepare<[], { id: number }>("SELECT id FROM sale ORDER BY id").all()
  other.close()
  return ids.map(({ id }) => id)
}

describe("a write", () => {
  it("is committed when it returns", () => {
    add(1)
    expect(committed()).toEqual([1])
  })

  it("is rolled back by a refusal, without its wake-ups", () => {
    let nudged = false
    const answer = store.write((tx) => {
      tx.db.prepare("INSERT INTO sale (id, at) VALUES (2, ?)").run(tx.now)
      tx.afterCommit(() => {
        nudged = true
      })
      return refuse("CONFLICT", "no")
    })
    expect(answer.refused).toBe("CONFLICT")
    expect(committed()).toEqual([])
    expect(nudged).toBe(false)
  })

  it("stays if a wake-up fails, for its caller and for others in its commit", async () => {
    const told: string[] = []
    const log = { error: (_: unknown, message?: string) => void told.push(message ?? "") }
    const own = createBoxStore(db, createManualClock(NOW), log)
    let nudged = 0
    const sale = (id: number) => (tx: BoxTx) => {
      tx.afterCommit(() => {
        throw new Error("a screen that is not there")
      })
      tx.afterCommit(() => {
        nudged += 1
      })
      tx.db.prepare("INSERT INTO sale (id, at) VALUES (?, ?)").run(id, tx.now)
      return id
    }
    expect(own.write(sale(1))).toBe(1)
    expect(await Promise.all([2, 3].map((id) => own.writeTogether(sale(id))))).toEqual([2, 3])
    expect([committed(), nudged, told.length]).toEqual([[1, 2, 3], 3, 3])
  })

  it("can be repeated if a console command locks the file for too long", async () => {
    const console = new Sqlite(path)
    console.exec("BEGIN IMMEDIATE")
    expect(() => add(1)).toThrow(StoreUnavailable)
    const together = store.writeTogether((tx) => tx.db.prepare("INSERT INTO sale (id, at) VALUES (2, ?)").run(tx.now))
    await expect(together).rejects.toBeInstanceOf(StoreUnavailable)
    console.exec("ROLLBACK")
    console.close()
    add(1)
    expect(committed()).toEqual([1])
  })

  it("is rolled back by a bug, which reaches the caller", () => {
    const broken = () =>
      store.write((tx) => {
        tx.db.prepare("INSERT INTO sale (id, at) VALUES (3, ?)").run(tx.now)
        throw new Error("a bug")
      })
    expect(broken).toThrow("a bug")
    expect(committed()).toEqual([])
  })
})

describe("writes at the same moment", () => {
  const insert = (id: number) =>
    store.writeTogether((tx) => {
      tx.db.prepare("INSERT INTO sale (id, at) VALUES (?, ?)").run(id, tx.now)
      return id
    })

  it("share one commit", async () => {
    let commits = 0
    const counting = createBoxStore(
      new Proxy(db, {
        get: (target, name) => {
          if (name !== "transaction") return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)
          return (fn: () => unknown) => {
            if (!target.inTransaction) commits += 1
            return target.transaction(fn)
          }
        },
      }),
      createManualClock(NOW),
    )
    const ids = Array.from({ length: 100 }, (_, n) => n + 1)
    await Promise.all(
      ids.map((id) => counting.writeTogether(({ now }) => db.prepare("INSERT INTO sale VALUES (?, ?)").run(id, now))),
    )
    expect(committed()).toEqual(ids)
    expect(commits).toBeLessThan(5)
  })

  it("fail one by one: a refusal or a bug affects no other", async () => {
    const results = await Promise.allSettled([
      insert(1),
      store.writeTogether((tx) => {
        tx.db.prepare("INSERT INTO sale (id, at) VALUES (2, ?)").run(tx.now)
        return refuse("CONFLICT", "no")
      }),
      store.writeTogether(() => {
        throw new Error("a bug")
      }),
      insert(4),
    ])
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"])
    expect(committed()).toEqual([1, 4])
  })

  it("run again if one is rolled back: each is written, answered and notified once, in order", async () => {
    const story: string[] = []
    const tell = (id: number) =>
      store
        .writeTogether((tx) => {
          tx.db.prepare("INSERT INTO sale (id, at) VALUES ((SELECT count(*) FROM sale) + 1, ?)").run(tx.now)
          tx.afterCommit(() => story.push(`nudge ${id}`))
          return id
        })
        .then((told) => story.push(`told ${told}`))
    const first = tell(1)
    const undone = store
      .writeTogether((tx) => {
        tx.db.prepare("INSERT INTO sale (id, at) VALUES (99, ?)").run(tx.now)
        throw new Error("a bug")
      })
      .catch((error) => story.push(error.message))
    await Promise.all([first, undone, tell(2)])
    expect(committed()).toEqual([1, 2])
    expect(story.filter((line) => line.startsWith("nudge"))).toEqual(["nudge 1", "nudge 2"])
    expect(story.filter((line) => !line.startsWith("nudge"))).toEqual(["told 1", "a bug", "told 2"])
  })

  it("that refuse before they write roll back no other: the others run once", async () => {
    let runs = 0
    const counted = store.writeTogether((tx) => {
      runs += 1
      tx.db.prepare("INSERT INTO sale (id, at) VALUES (1, ?)").run(tx.now)
    })
    const refused = store.writeTogether(() => refuse("CONFLICT", "no"))
    await counted
    expect(await refused).toMatchObject({ refused: "CONFLICT" })
    expect(runs).toBe(1)
    expect(committed()).toEqual([1])
  })

  it("are answered only after the commit", async () => {
    const seen = insert(7).then(() => committed())
    expect(await seen).toEqual([7])
  })
})
