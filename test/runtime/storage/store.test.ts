import type { Transaction } from "kysely"
import { expect, it } from "vitest"
import { createManualClock } from "../../../runtime/clock.ts"
import { allOf } from "../../../runtime/storage/await-all.ts"
import {
  RetryTransaction,
  StoreUnavailable,
  TransactionEnded,
  TransactionOpen,
} from "../../../runtime/storage/store-errors.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

const NOON = "2026-11-21T12:00:00.000Z"

eachDatabase((engine, open) => {
  const openJars = () => open<JarTables>({ migrations: jarMigrations })

  it("keeps the result of a write, and opens again on the same database", async () => {
    const url = await open.freshUrl()
    const first = await open<JarTables>({ url, migrations: jarMigrations })
    await first.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 7, note: null }).execute())
    await first.close()

    const second = await open<JarTables>({ url, migrations: jarMigrations })
    const jars = await second.read(({ db }) => db.selectFrom("jar").selectAll().execute())
    expect(jars).toEqual([{ id: "a", coins: 7, note: null }])
    expect(second.engine).toBe(engine)
  })

  it("returns integers as numbers, also beyond 32 bits, in sums and counts", async () => {
    const store = await openJars()
    const coins = 9_000_000_000_000
    await store.write(({ db }) =>
      db
        .insertInto("jar")
        .values([
          { id: "a", coins, note: null },
          { id: "b", coins: 1, note: null },
        ])
        .execute(),
    )
    const found = await store.read(({ db }) =>
      db
        .selectFrom("jar")
        .select(({ fn }) => [fn.sum<number>("coins").as("sum"), fn.countAll<number>().as("count")])
        .executeTakeFirstOrThrow(),
    )
    expect(found).toEqual({ sum: coins + 1, count: 2 })
    const exact = await store.read(({ db }) => db.selectFrom("jar").select("id").where("coins", "=", coins).execute())
    expect(exact).toEqual([{ id: "a" }])
  })

  it("rolls back a write that throws, and returns the error itself", async () => {
    const store = await openJars()
    const fault = new Error("changed my mind")
    const write = store.write(async ({ db }) => {
      await db.insertInto("jar").values({ id: "a", coins: 1, note: null }).execute()
      throw fault
    })
    await expect(write).rejects.toBe(fault)
    expect(await store.read(({ db }) => db.selectFrom("jar").selectAll().execute())).toEqual([])
  })

  it("lets one of many concurrent writes fail alone", async () => {
    const store = await openJars()
    const writes = Array.from({ length: 20 }, (_, index) =>
      store.write(async ({ db }) => {
        await db
          .insertInto("jar")
          .values({ id: `jar-${index}`, coins: index, note: null })
          .execute()
        if (index === 7) throw new Error("the seventh")
      }),
    )
    const outcomes = await Promise.allSettled(writes)
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(1)
    const ids = await store.read(({ db }) => db.selectFrom("jar").select("id").execute())
    expect(ids).toHaveLength(19)
    expect(ids).not.toContainEqual({ id: "jar-7" })
  })

  it("never loses an update that is conditional on what was read", async () => {
    const store = await openJars()
    await store.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 0, note: null }).execute())
    const addOne = () =>
      store.write(async ({ db }) => {
        const query = store.dialect.forUpdate(db.selectFrom("jar").select("coins").where("id", "=", "a"))
        const { coins } = await query.executeTakeFirstOrThrow()
        await db
          .updateTable("jar")
          .set({ coins: coins + 1 })
          .where("id", "=", "a")
          .execute()
      })
    await Promise.all(Array.from({ length: 25 }, addOne))
    const jar = await store.read(({ db }) => db.selectFrom("jar").select("coins").executeTakeFirstOrThrow())
    expect(jar.coins).toBe(25)
  })

  it("refuses to be used from inside one of its own writes", async () => {
    const store = await openJars()
    const nestedRead = store.write(() => store.read(({ db }) => db.selectFrom("jar").selectAll().execute()))
    await expect(nestedRead).rejects.toBeInstanceOf(TransactionOpen)
    const nestedWrite = store.write(() => store.write(async () => 1))
    await expect(nestedWrite).rejects.toBeInstanceOf(TransactionOpen)
    expect(await store.write(async () => 2)).toBe(2)
  })

  it("tells its own writes from those of another store around and inside them", async () => {
    const [outer, inner] = [await openJars(), await openJars()]
    const tried = await outer.write(async () => {
      const within = await inner.write(() => Promise.allSettled([outer.read(async () => 1), inner.read(async () => 1)]))
      return [...within, ...(await Promise.allSettled([outer.read(async () => 1), inner.read(async () => 1)]))]
    })
    expect(tried.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"])
  })

  it("can be used again right after a write, and from its notifications", async () => {
    const store = await openJars()
    const nudged = new Promise<number>((resolve) => {
      void store.write(async ({ db, afterCommit }) => {
        await db.insertInto("jar").values({ id: "a", coins: 1, note: null }).execute()
        afterCommit(() => {
          void store.read(({ db }) => db.selectFrom("jar").selectAll().execute()).then((jars) => resolve(jars.length))
        })
      })
    })
    expect(await nudged).toBe(1)
  })

  it("runs last actions before the commit, in the same transaction, with the current moment", async () => {
    const clock = createManualClock(NOON)
    const store = await open<JarTables>({ migrations: jarMigrations, clock })
    const writing = (id: string, end: () => void) =>
      store.write(async ({ db, now, beforeCommit }) => {
        beforeCommit(async (later) => {
          await db
            .updateTable("jar")
            .set({ note: `${now} ${later}` })
            .execute()
          end()
        })
        await db.insertInto("jar").values({ id, coins: 0, note: null }).execute()
        clock.advance(1_000)
      })
    await writing("a", () => {})
    const failing = writing("b", () => {
      throw new Error("no")
    })
    await expect(failing).rejects.toThrow("no")
    const jars = await store.read(({ db }) => db.selectFrom("jar").select(["id", "note"]).execute())
    expect(jars).toEqual([{ id: "a", note: `${NOON} 2026-11-21T12:00:01.000Z` }])
  })

  it("is unavailable to a write that would have to run again each time, without effect", async () => {
    const store = await openJars()
    let runs = 0
    const write = store.write(async ({ db }) => {
      runs += 1
      await db.insertInto("jar").values({ id: "a", coins: runs, note: null }).execute()
      throw new RetryTransaction("somebody came between")
    })
    const told = { name: "StoreUnavailable", message: "somebody came between", committed: "no" }
    await expect(write).rejects.toMatchObject(told)
    expect(runs).toBeGreaterThan(1)
    expect(await store.read(({ db }) => db.selectFrom("jar").selectAll().execute())).toEqual([])
  })

  it("notifies only after a commit", async () => {
    const store = await openJars()
    let nudges = 0
    const failing = store.write(async ({ afterCommit }) => {
      afterCommit(() => {
        nudges += 1
      })
      throw new Error("no")
    })
    await expect(failing).rejects.toThrow("no")
    await store.write(async ({ afterCommit }) => {
      afterCommit(() => {
        nudges += 10
        throw new Error("a nudge may not spoil the write")
      })
    })
    expect(nudges).toBe(10)
  })

  it("loses a transaction once one of its statements failed, whatever the function does", async () => {
    const store = await openJars()
    await store.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 1, note: null }).execute())
    const insertTwice = (after: "go on" | "stop") =>
      store.write(async ({ db }) => {
        await db.insertInto("jar").values({ id: "b", coins: 1, note: null }).execute()
        await db
          .insertInto("jar")
          .values({ id: "a", coins: 2, note: null })
          .execute()
          .catch(() => {})
        if (after === "go on") await db.insertInto("jar").values({ id: "c", coins: 1, note: null }).execute()
      })
    await expect(insertTwice("go on")).rejects.toBeInstanceOf(TransactionEnded)
    await expect(insertTwice("stop")).rejects.toBeInstanceOf(TransactionEnded)
    expect(await store.read(({ db }) => db.selectFrom("jar").select("id").execute())).toEqual([{ id: "a" }])
  })

  it("runs parallel statements in their order, and waits for all", async () => {
    const store = await openJars()
    const seen = await store.write(({ db }) =>
      allOf([
        db.insertInto("jar").values({ id: "one", coins: 1, note: null }).execute(),
        db.updateTable("jar").set({ coins: 2 }).execute(),
        db.selectFrom("jar").select("coins").executeTakeFirst(),
      ]),
    )
    expect(seen[2]).toEqual({ coins: 2 })
  })

  it("rolls back all parallel statements if one fails, with that one's error", async () => {
    const store = await openJars()
    const add = (db: Transaction<JarTables>, id: string) =>
      db.insertInto("jar").values({ id, coins: 1, note: null }).execute()
    let isLater = false
    const failing = store.write(async ({ db }) => {
      const later = async () => {
        await add(db, "three")
        isLater = true
        await add(db, "four")
      }
      await allOf([add(db, "one"), add(db, "one"), add(db, "two"), later()])
    })
    const error = await failing.catch((fault: unknown) => fault)
    expect(store.dialect.isUniqueViolation(error)).toBe(true)
    expect(isLater).toBe(false)
    await store.write(({ db }) => add(db, "after"))
    expect(await store.read(({ db }) => db.selectFrom("jar").select("id").execute())).toEqual([{ id: "after" }])
  })

  it("refuses a transaction that is used after its end", async () => {
    const store = await openJars()
    const kept = await store.write(async ({ db }) => ({ db }))
    await expect(kept.db.selectFrom("jar").selectAll().execute()).rejects.toThrow(/commit|end/i)
  })

  it("tells a duplicate key from other faults", async () => {
    const store = await openJars()
    const insert = () =>
      store.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 1, note: null }).execute())
    await insert()
    const error = await insert().catch((fault: unknown) => fault)
    expect(store.dialect.isUniqueViolation(error)).toBe(true)
    expect(store.dialect.isUniqueViolation(new Error("other"))).toBe(false)
  })

  it("reads a key of a JSON text, and keeps the text byte for byte", async () => {
    const store = await openJars()
    const note = '{ "b":1,  "a" : "ñandú" }'
    await store.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 1, note }).execute())
    const found = await store.read(({ db }) =>
      db
        .selectFrom("jar")
        .select(["note", store.dialect.jsonText("note", "a").as("a")])
        .executeTakeFirstOrThrow(),
    )
    expect(found).toEqual({ note, a: "ñandú" })
  })

  it("gives one moment to a whole write, from its clock", async () => {
    const clock = createManualClock(NOON)
    const store = await open<JarTables>({ migrations: jarMigrations, clock })
    const moments = await store.write(async ({ now, db }) => {
      clock.advance(5)
      await db.selectFrom("jar").selectAll().execute()
      return now
    })
    expect(moments).toBe(NOON)
    expect(await store.read(async ({ now }) => now)).toBe("2026-11-21T12:00:00.005Z")
  })

  it("finishes running writes when it is closed, and accepts no more", async () => {
    const url = await open.freshUrl()
    const store = await open<JarTables>({ url, migrations: jarMigrations })
    const last = store.write(({ db }) => db.insertInto("jar").values({ id: "a", coins: 1, note: null }).execute())
    await store.close()
    await last
    await expect(store.write(async () => 1)).rejects.toBeInstanceOf(StoreUnavailable)
    const again = await open<JarTables>({ url, migrations: jarMigrations })
    expect(await again.read(({ db }) => db.selectFrom("jar").select("id").execute())).toEqual([{ id: "a" }])
  })
})
