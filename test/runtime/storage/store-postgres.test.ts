import dns from "node:dns"
import { sql, type Transaction } from "kysely"
import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { systemClock } from "../../../runtime/clock.ts"
import { createLog, silentLog } from "../../../runtime/log.ts"
import { allOf } from "../../../runtime/storage/await-all.ts"
import { openStore, type Store } from "../../../runtime/storage/store.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { layCable } from "../../kit/cable.ts"
import { onPostgres } from "../../kit/databases.ts"
import { whenOver } from "../../kit/temp.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

/** As long as a busy machine may take for an answer; a dead line takes all of it. */
const SILENCE_MS = 2_000

onPostgres((open) => {
  async function openWithJars(given?: string) {
    const url = given ?? (await open.freshUrl())
    const store = await open<JarTables>({ url, migrations: jarMigrations })
    const add = (id: string) =>
      store.write(({ db }) => db.insertInto("jar").values({ id, coins: 0, note: null }).execute())
    await add("a")
    await add("b")
    return { url, store, add }
  }

  /** To the server over a cable, and past it. */
  async function layToServer() {
    const url = await open.freshUrl()
    const { hostname: host, port } = new URL(url)
    const cable = await layCable({ host, port: Number(port) })
    whenOver(() => cable.close())
    const through = new URL(url)
    through.port = `${cable.port}`
    return { cable, url, through: through.href }
  }

  /** `coins`: what the database has, asked past the cable. */
  async function openOverCable() {
    const { cable, url, through } = await layToServer()
    const { store, add } = await openWithJars(through)
    const admin = await openAdmin(url)
    const coins = async () => {
      const { rows } = await admin.query("SELECT coins FROM jar")
      return rows.map(({ coins }) => Number(coins))
    }
    return { cable, store, add, coins }
  }

  async function openAdmin(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    whenOver(() => client.end())
    return client
  }

  const killOthers =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

  it("reports that it waits for a process that migrates", async () => {
    const url = await open.freshUrl()
    const admin = await openAdmin(url)
    // As another process does that migrates.
    const number = Number.parseInt(Buffer.from("brasa").toString("hex"), 16)
    await admin.query("SELECT pg_advisory_lock($1)", [number])
    const told: string[] = []
    const log = createLog({ destination: { write: (line) => void told.push(line) } })
    const opening = openStore<JarTables>({ url, migrations: jarMigrations, clock: systemClock, log })
    await vi.waitFor(() => expect(told.join()).toContain("this process or another is migrating"), { timeout: 20_000 })
    await admin.query("SELECT pg_advisory_unlock($1)", [number])
    const store = await opening
    await store.close()
    expect(told.length).toBe(1)
  })

  it("repeats a write that lost a deadlock, and both succeed", async () => {
    const { store } = await openWithJars()
    let runs = 0
    let firsts = 0
    let bothIn = () => {}
    const met = new Promise<void>((resolve) => {
      bothIn = resolve
    })
    const addInOrder = (first: string, second: string) =>
      store.write(async ({ db }) => {
        runs += 1
        const add = (id: string) =>
          db
            .updateTable("jar")
            .set(({ eb }) => ({ coins: eb("coins", "+", 1) }))
            .where("id", "=", id)
            .execute()
        await add(first)
        firsts += 1
        if (firsts === 2) bothIn()
        await met
        await add(second)
      })
    await Promise.all([addInOrder("a", "b"), addInOrder("b", "a")])
    expect(runs).toBeGreaterThan(2)
    const jars = await store.read(({ db }) => db.selectFrom("jar").select("coins").execute())
    expect(jars).toEqual([{ coins: 2 }, { coins: 2 }])
  })

  it("is unavailable to a write that loses each time, without blaming it", async () => {
    const { store } = await openWithJars()
    const write = store.write(({ db }) =>
      sql`DO $$ BEGIN RAISE EXCEPTION 'as if it had lost' USING ERRCODE = 'deadlock_detected'; END $$`.execute(db),
    )
    await expect(write).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it("repeats a write whose key another one took after its check, and it finds that one", async () => {
    const { store } = await openWithJars()
    let looked = 0
    let bothLooked = () => {}
    const met = new Promise<void>((resolve) => {
      bothLooked = resolve
    })
    const addOnce = (coins: number) =>
      store.write(async ({ db }) => {
        const known = await db.selectFrom("jar").select("coins").where("id", "=", "c").executeTakeFirst()
        looked += 1
        if (looked === 2) bothLooked()
        await met
        if (known) return `there are ${known.coins}`
        await db.insertInto("jar").values({ id: "c", coins, note: null }).execute()
        return "added"
      })
    const done = await Promise.all([addOnce(1), addOnce(2)])
    const kept = await store.read(({ db }) => db.selectFrom("jar").select("coins").where("id", "=", "c").execute())
    expect(done.sort()).toEqual(["added", `there are ${kept[0]?.coins}`])
  })

  it("reports a duplicate key if the check never finds it", async () => {
    const { add } = await openWithJars()
    await expect(add("a")).rejects.toMatchObject({ code: "23505" })
  })

  it("sends parallel statements, and the begin before them, without waiting for answers", async () => {
    const { store } = await openWithJars()
    let waiting = 0
    let most = 0
    const query = pg.Client.prototype.query
    const watched = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      waiting += 1
      most = Math.max(most, waiting)
      const answer = (query as (...asked: unknown[]) => unknown).apply(this, asked)
      void Promise.resolve(answer).finally(() => {
        waiting -= 1
      })
      return answer
    } as typeof query)
    whenOver(() => watched.mockRestore())
    const coins = (id: string, db: Transaction<JarTables>) => db.selectFrom("jar").select("coins").where("id", "=", id)
    await store.write(({ db }) => allOf([coins("a", db).execute(), coins("b", db).execute()]))
    expect(most).toBe(3)
  })

  it("starts again on another connection if its own was lost before its first statement", async () => {
    const { store, cable, coins } = await openOverCable()
    let runs = 0
    cable.cutAt("begin", "said")
    await store.write(async ({ db }) => {
      runs += 1
      await db.updateTable("jar").set({ coins: 7 }).execute()
    })
    expect(runs).toBe(2)
    expect(await coins()).toEqual([7, 7])
  })

  describe("a connection that is lost at the commit", () => {
    /** Sets all coins to 7 and loses its connection; `last`: what happens behind the statement, before the commit. */
    async function loseAtCommit(store: Store<JarTables>, last = async () => {}) {
      let runs = 0
      const write = store.write(async ({ db }) => {
        runs += 1
        await db.updateTable("jar").set({ coins: 7 }).execute()
        await last()
      })
      const error = await write.catch((fault: unknown) => fault)
      expect(error).toBeInstanceOf(StoreUnavailable)
      return { runs, committed: (error as StoreUnavailable).committed }
    }

    it.each([
      ["before it got through", "said", 0],
      ["before its answer came", "answered", 7],
    ] as const)("%s leaves the outcome open, and nothing is repeated", async (_, moment, done) => {
      const { store, cable, coins, add } = await openOverCable()
      cable.cutAt("commit", moment)
      expect(await loseAtCommit(store)).toEqual({ runs: 1, committed: "unknown" })
      expect(await coins()).toEqual([done, done])
      await add("c")
    })

    it("before it was sent has no effect, which is reported", async () => {
      const { store, cable, coins, add } = await openOverCable()
      expect(await loseAtCommit(store, cable.hangUp)).toEqual({ runs: 1, committed: "no" })
      expect(await coins()).toEqual([0, 0])
      await add("c")
    })
  })

  it("is unavailable if the connection is lost inside a write, and recovers by itself", async () => {
    const { store, url, add } = await openWithJars()
    const admin = await openAdmin(url)
    const lost = store.write(async ({ db }) => {
      await db.insertInto("jar").values({ id: "lost", coins: 1, note: null }).execute()
      await admin.query(killOthers)
      await db.selectFrom("jar").selectAll().execute()
    })
    const error = await lost.catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect((error as StoreUnavailable).committed).toBe("no")
    await add("c")
    const ids = await store.read(({ db }) => db.selectFrom("jar").select("id").orderBy("id").execute())
    expect(ids).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }])
  })

  describe("a server that answers but refuses work", () => {
    const addC = async ({ db }: { db: Transaction<JarTables> }) => {
      await db.insertInto("jar").values({ id: "c", coins: 0, note: null }).execute()
    }

    async function assertUnavailable(write: Promise<unknown>) {
      const error = await write.catch((fault: unknown) => fault)
      expect(error).toBeInstanceOf(StoreUnavailable)
      expect((error as StoreUnavailable).committed).toBe("no")
      expect((error as StoreUnavailable).message).toMatch(/^PostgreSQL cannot be used: ./)
    }

    it("because a row is locked is unavailable until it is unlocked", async () => {
      const { store, url } = await openWithJars()
      const admin = await openAdmin(url)
      await admin.query("BEGIN; SELECT * FROM jar FOR UPDATE")
      const write = (limit: string) =>
        store.write(async ({ db }) => {
          await sql`SET LOCAL ${sql.raw(limit)} = 20`.execute(db)
          await db.updateTable("jar").set({ coins: 7 }).execute()
        })
      await assertUnavailable(write("statement_timeout"))
      await assertUnavailable(write("lock_timeout"))
      await admin.query("COMMIT")
      await store.write(({ db }) => db.updateTable("jar").set({ coins: 7 }).execute())
    })

    it("because it is a read-only standby can be read, and accepts writes later", async () => {
      const { store, url } = await openWithJars()
      const admin = await openAdmin(url)
      const setReadOnly = async (to: string) => {
        await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = ${to}`)
        await admin.query(killOthers)
      }
      await setReadOnly("on")
      await assertUnavailable(store.write(addC))
      expect(await store.read(({ db }) => db.selectFrom("jar").select("id").execute())).toHaveLength(2)
      await setReadOnly("off")
      await store.write(addC)
    })

    it("because it ended our idle transaction accepts the next one", async () => {
      const { store, url } = await openWithJars()
      const admin = await openAdmin(url)
      const others =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'brasa' AND xact_start IS NOT NULL"
      const error = await store
        .write(async ({ db }) => {
          await sql`SET LOCAL idle_in_transaction_session_timeout = 20`.execute(db)
          await vi.waitFor(async () => expect((await admin.query(others)).rows).toEqual([]), { timeout: 20_000 })
          await addC({ db })
        })
        .catch((fault: unknown) => fault)
      expect(error).toBeInstanceOf(StoreUnavailable)
      await store.write(addC)
    })

    it.each([
      ["whose password is another", (url: URL) => Object.assign(url, { password: "another" })],
      ["that has no such database", (url: URL) => Object.assign(url, { pathname: "/no_such_database" })],
      ["that speaks no TLS", (url: URL) => Object.assign(url, { search: "?sslmode=verify-full" })],
    ])("because of %s is unavailable from the start", async (_, change) => {
      const url = change(new URL(await open.freshUrl())).href
      await assertUnavailable(openStore({ url, migrations: jarMigrations, clock: systemClock, log: silentLog }))
    })
  })

  it("survives the loss of idle connections", async () => {
    const { store, url, add } = await openWithJars()
    const admin = await openAdmin(url)
    await admin.query(killOthers)
    await admin.query("SELECT 1")
    await add("c")
    await add("d")
    expect(await store.read(({ db }) => db.selectFrom("jar").select("id").execute())).toHaveLength(4)
  })

  it("gives up a silently cut connection, for queries and notifications, and makes another", async () => {
    const { cable, url, through } = await layToServer()
    const [store, other] = [
      await open<JarTables>({ url: through, migrations: jarMigrations, silenceMaxMs: SILENCE_MS }),
      await open<JarTables>({ url, migrations: jarMigrations }),
    ]
    const heard = vi.fn()
    store.listen("jars", heard)
    // Who listens to nothing tells nobody.
    other.listen("jars", () => {})
    const add = (id: string, meanwhile = () => {}) =>
      store.write(async ({ db }) => {
        meanwhile()
        await db.insertInto("jar").values({ id, coins: 0, note: null }).execute()
      })
    await add("a")
    await expect(add("b", cable.forget)).rejects.toThrow(StoreUnavailable)
    await add("b")
    cable.forget()
    // Nothing was asked on the dead line yet, so another one is taken.
    await add("c")
    heard.mockClear()
    await vi.waitFor(
      async () => {
        await other.write(async ({ notify: wake }) => wake("jars"))
        expect(heard).toHaveBeenCalled()
      },
      { timeout: 60_000, interval: SILENCE_MS / 2 },
    )
  })

  it("reports that a missing server is unavailable", async () => {
    const options = { migrations: jarMigrations, clock: systemClock, log: silentLog }
    const opening = openStore({ url: "postgres://nobody:secret@127.0.0.1:1/none", ...options })
    await expect(opening).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it("reports the reason if a name has several addresses and none answers", async () => {
    const addresses = [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ]
    const lookup = (_name: string, _options: unknown, found: (error: null, all: typeof addresses) => void) =>
      void setImmediate(() => found(null, addresses))
    const looked = vi.spyOn(dns, "lookup").mockImplementation(lookup as unknown as typeof dns.lookup)
    whenOver(() => looked.mockRestore())
    const options = { migrations: jarMigrations, clock: systemClock, log: silentLog }
    const opening = openStore({ url: "postgres://nobody:secret@two-addresses.example:1/none", ...options })
    await expect(opening).rejects.toThrow(/^PostgreSQL cannot be reached: .*ECONNREFUSED/)
  })

  it("refuses a database in which a commit would not be durable", async () => {
    const url = await open.freshUrl()
    const admin = await openAdmin(url)
    await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`)
    await expect(open({ url, migrations: jarMigrations })).rejects.toThrow("synchronous_commit=off")
  })

  it("refuses an integer that would lose its last digits", async () => {
    const { store, url } = await openWithJars()
    const admin = await openAdmin(url)
    await admin.query("UPDATE jar SET coins = 9007199254740993 WHERE id = 'a'")
    await expect(store.read(({ db }) => db.selectFrom("jar").selectAll().execute())).rejects.toThrow(RangeError)
  })
})
