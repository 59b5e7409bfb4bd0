import { expect, it } from "vitest"
import { sqliteReader, sqliteWriter } from "../../../runtime/storage/kysely-sqlite.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { createGate, type GateOptions } from "../../../runtime/storage/sqlite-group-commit.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { StoreUnavailable, TransactionEnded } from "../../../runtime/storage/store-errors.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

interface Tables {
  row: { id: number; body: string }
}

/** A busy machine may take long over a group; what is counted here is not to depend on that. */
const PATIENT_MS = 60_000
const TABLE = "CREATE TABLE row (id BIGINT PRIMARY KEY, body TEXT NOT NULL)"

/** A writer whose COMMITs are counted where they happen: in SQLite's own trace of statements. */
function openWriter(options: GateOptions = {}) {
  const path = tempFile("gate.db")
  const statements: string[] = []
  const traced = openSqlite(path)
  traced.exec(TABLE)
  traced.close()
  const db = new Sqlite(path, { verbose: (statement) => statements.push(String(statement)) })
  db.pragma("synchronous = FULL")
  db.pragma("busy_timeout = 0")
  const reading = openSqlite(path, { readonly: true })
  whenOver(() => {
    reading.close()
    db.close()
  })
  return {
    path,
    db,
    commits: () => statements.filter((statement) => statement === "COMMIT").length,
    gate: createGate(db, { groupOpenMs: PATIENT_MS, ...options }),
    reader: sqliteReader<Tables>(reading),
  }
}

function openKysely(options: GateOptions = {}) {
  const opened = openWriter(options)
  const transact = sqliteWriter<Tables>(opened.db, opened.gate)
  const insert = (id: number, body = "x") => transact((tx) => tx.insertInto("row").values({ id, body }).execute())
  const ids = async () => {
    const rows = await opened.reader.selectFrom("row").select("id").orderBy("id").execute()
    return rows.map((row) => row.id)
  }
  return { ...opened, transact, insert, ids }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it("simultaneous writes share few COMMITs", async () => {
  const { insert, commits, ids } = openKysely()
  await Promise.all(numbers(64).map((id) => insert(id)))
  expect(commits()).toBe(1)
  expect(await ids()).toEqual(numbers(64))
})

it("starts another group when one is full", async () => {
  const { insert, commits, ids } = openKysely({ groupMax: 10 })
  await Promise.all(numbers(25).map((id) => insert(id)))
  expect(commits()).toBe(3)
  expect(await ids()).toEqual(numbers(25))
})

it("starts another group after a moment", async () => {
  const { insert, commits, ids } = openKysely({ groupOpenMs: 0 })
  await Promise.all(numbers(25).map((id) => insert(id)))
  expect(commits()).toBeGreaterThan(1)
  expect(await ids()).toEqual(numbers(25))
})

it("runs writes in the order of arrival, each seeing those before it", async () => {
  const { transact, insert } = openKysely()
  const seen: number[] = []
  const look = () =>
    transact(async (tx) => {
      seen.push((await tx.selectFrom("row").select("id").execute()).length)
    })
  await Promise.all([look(), insert(1), look(), insert(2), insert(3), look()])
  expect(seen).toEqual([0, 1, 3])
})

it("answers nobody before the COMMIT, when it is in the file", async () => {
  const { insert, commits, path } = openKysely()
  const told = await Promise.all(
    numbers(5).map(async (id) => {
      await insert(id)
      const other = new Sqlite(path, { readonly: true })
      const found = other.prepare("SELECT count(*) FROM row").pluck().get()
      other.close()
      return { commits: commits(), found }
    }),
  )
  expect(told).toEqual(numbers(5).map(() => ({ commits: 1, found: 5 })))
})

it("rolls a failing write back alone", async () => {
  const { insert, transact, commits, ids } = openKysely()
  const failing = transact(async (tx) => {
    await tx.insertInto("row").values({ id: 99, body: "gone" }).execute()
    throw new Error("no")
  })
  const outcomes = await Promise.allSettled([insert(1), failing, insert(2), insert(1)])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"])
  expect(commits()).toBe(1)
  expect(await ids()).toEqual([1, 2])
})

it("answers a read during a write with what was committed before it", async () => {
  const { transact, insert, ids } = openKysely()
  await insert(1)
  let read: number[] = []
  await transact(async (tx) => {
    await tx.insertInto("row").values({ id: 2, body: "x" }).execute()
    read = await ids()
  })
  expect(read).toEqual([1])
  expect(await ids()).toEqual([1, 2])
})

it("ends a write that waits for something, and continues with the others", async () => {
  const { transact, insert, ids } = openKysely({ holdMaxMs: 20 })
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const held = transact(async (tx) => {
    await tx.insertInto("row").values({ id: 1, body: "x" }).execute()
    await waiting
    await tx.insertInto("row").values({ id: 2, body: "x" }).execute()
  })
  const refused = expect(held).rejects.toBeInstanceOf(TransactionEnded)
  await insert(3)
  goOn()
  await refused
  expect(await ids()).toEqual([3])
})

it("waits for another process without blocking the event loop", async () => {
  const { insert, path, ids } = openKysely()
  const other = new Sqlite(path)
  other.exec("BEGIN IMMEDIATE; INSERT INTO row VALUES (1, 'theirs')")
  const mine = insert(2)
  await new Promise((resolve) => setTimeout(resolve, 30))
  other.exec("COMMIT")
  other.close()
  await mine
  expect(await ids()).toEqual([1, 2])
})

it("gives up on another process that never unlocks, and works again once it does", async () => {
  const { insert, path, ids } = openKysely({ busyWaitMaxMs: 20 })
  const other = new Sqlite(path)
  other.exec("BEGIN IMMEDIATE")
  await expect(insert(1)).rejects.toBeInstanceOf(StoreUnavailable)
  other.exec("COMMIT")
  other.close()
  await insert(2)
  expect(await ids()).toEqual([2])
})

it("tells every write of a group that a full disk rolled it back, and continues when there is room", async () => {
  const { insert, db, ids } = openKysely()
  await insert(1)
  const pages = db.pragma("page_count", { simple: true }) as number
  db.pragma(`max_page_count = ${pages + 2}`)
  const big = "x".repeat(100_000)
  const outcomes = await Promise.allSettled([insert(2), insert(3, big), insert(4)])
  expect(outcomes[1]?.status).toBe("rejected")
  const told = [2, 3, 4].filter((_, index) => outcomes[index]?.status === "fulfilled")
  expect(await ids()).toEqual([1, ...told])
  db.pragma("max_page_count = 100000")
  await insert(5, big)
  expect(await ids()).toEqual([1, ...told, 5])
})

it("refuses a write after the transaction, where nobody would wait for the COMMIT", async () => {
  const { transact, ids } = openKysely()
  const tx = await transact(async (tx) => tx)
  await expect(tx.insertInto("row").values({ id: 1, body: "x" }).execute()).rejects.toBeInstanceOf(TransactionEnded)
  expect(await ids()).toEqual([])
})

it("refuses to write through the reader", async () => {
  const { reader } = openKysely()
  await expect(reader.insertInto("row").values({ id: 1, body: "x" }).execute()).rejects.toThrow(/readonly/)
})

it("is idle once the last write was answered", async () => {
  const { insert, gate } = openKysely()
  let done = 0
  for (const id of numbers(3)) {
    void insert(id).then(() => {
      done += 1
    })
  }
  await new Promise((resolve) => setImmediate(resolve))
  await gate.drained()
  expect(done).toBe(3)
})

/** A disk that syncs when the test says so. */
function slowDisk() {
  const asked: { done: () => void; fail: (error: Error) => void }[] = []
  const sync = () => new Promise<void>((done, fail) => void asked.push({ done, fail }))
  const isAsked = async (times: number) => {
    while (asked.length < times) await new Promise((resolve) => setImmediate(resolve))
    return asked[times - 1] as (typeof asked)[number]
  }
  return { sync, isAsked, asked }
}

it("answers nobody before the disk has the log; later writes are committed and synced after it", async () => {
  const { sync, isAsked, asked } = slowDisk()
  const { insert, commits, gate, ids } = openKysely({ sync })
  const told: number[] = []
  const first = insert(1).then(() => told.push(1))
  const disk = await isAsked(1)
  const second = insert(2).then(() => told.push(2))
  const settled = gate.settling()?.then(() => told.push(0))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect({ told, commits: commits(), read: await ids() }).toEqual({ told: [], commits: 1, read: [1] })
  disk.done()
  await first
  await settled
  const next = await isAsked(2)
  expect({ told: told.toSorted(), commits: commits(), read: await ids() }).toEqual({
    told: [0, 1],
    commits: 2,
    read: [1, 2],
  })
  next.done()
  await second
  await gate.drained()
  expect({ told: told.toSorted(), syncs: asked.length, settling: gate.settling() }).toEqual({
    told: [0, 1, 2],
    syncs: 2,
  })
})

it("after a failed sync reports an unknown outcome, and writes nothing more", async () => {
  const { sync, isAsked } = slowDisk()
  const { insert, ids } = openKysely({ sync })
  const first = insert(1)
  const disk = await isAsked(1)
  disk.fail(new Error("EIO"))
  await expect(first).rejects.toMatchObject({ name: "StoreUnavailable", committed: "unknown" })
  await expect(insert(2)).rejects.toMatchObject({ name: "StoreUnavailable", committed: "no" })
  expect(await ids()).toEqual([1])
})
