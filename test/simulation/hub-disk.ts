/** The hub's database: in memory, behind the product's door, for as many processes as share it; or a real file behind the real gate. */
import type { Database } from "better-sqlite3"
import { CompiledQuery, type Kysely } from "kysely"
import { type HubTables, MIGRATIONS, type SystemRead, type SystemWrite } from "../../hub/storage/index.ts"
import type { Clock } from "../../runtime/clock.ts"
import { silentLog } from "../../runtime/log.ts"
import { sqliteDialect } from "../../runtime/storage/dialect.ts"
import { sqliteReader, sqliteWriter } from "../../runtime/storage/kysely-sqlite.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import type { CommitTurn, Gate } from "../../runtime/storage/sqlite-group-commit.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { openStore, type Store } from "../../runtime/storage/store.ts"
import type { Transact } from "../../runtime/storage/store-backend.ts"
import { TransactionEnded } from "../../runtime/storage/store-errors.ts"

const NOW = "2026-03-01T00:00:00.000Z"
/** What stands for the rooms of the hub. */
const TABLES = {
  id: (MIGRATIONS.at(-1)?.id ?? 0) + 1,
  name: "simulation",
  sql: {
    sqlite: `CREATE TABLE sim_sale (place INTEGER PRIMARY KEY, store_id TEXT NOT NULL, account_id TEXT NOT NULL, vendor_id TEXT NOT NULL,
      uid BIGINT NOT NULL, amount BIGINT NOT NULL);
      CREATE INDEX sim_by_store ON sim_sale (store_id);
      CREATE INDEX sim_by_uid ON sim_sale (uid)`,
    postgres: "SELECT 1",
  },
}

export interface HubDisk {
  /** The door of one process; `clock` is its own. */
  door(clock: Clock): Promise<Store<HubTables>>
  image(): Buffer
  /** A backup takes its place: every process must have ended. */
  put(image: Buffer): void
  close(): Promise<void>
}

/** A query of the simulation's own, as text: what looks on should cost less than what it looks at. */
export async function query<Row>(
  { db }: Pick<SystemRead | SystemWrite, "db">,
  text: string,
  ...values: readonly unknown[]
): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

let template: Buffer | null = null

function emptyHub(): Buffer {
  if (template) return template
  const db = new Sqlite(":memory:")
  migrateSqlite(db, [...MIGRATIONS, TABLES], NOW)
  template = db.serialize()
  db.close()
  return template
}

interface Memory {
  db: Database
  reader: Kysely<HubTables>
  transact: Transact<HubTables>
}

export function createMemoryHub(): HubDisk {
  const listeners = new Map<string, Set<() => void>>()
  let memory = load(emptyHub())
  return {
    door: async (clock) => createDoor(() => memory, clock, listeners),
    image: () => memory.db.serialize(),
    put(image) {
      memory.db.close()
      memory = load(image)
    },
    close: async () => void memory.db.close(),
  }
}

function load(image: Buffer): Memory {
  const db = new Sqlite(image)
  db.pragma("foreign_keys = ON")
  // Nobody else opens what lies in memory.
  db.pragma("locking_mode = EXCLUSIVE")
  return { db, reader: sqliteReader(db), transact: sqliteWriter(db, createSimulatedGate(db)) }
}

/** The store's promises without groups, timers and turns of the event loop: what is to be proven here is above it. */
function createDoor(of: () => Memory, clock: Clock, listeners: Map<string, Set<() => void>>): Store<HubTables> {
  return {
    engine: "sqlite",
    dialect: sqliteDialect,
    read: (fn) => fn({ db: of().reader, now: clock.iso() }),
    list: (fn) => fn({ db: of().reader, now: clock.iso() }),
    async write(fn) {
      const last: ((later: string) => Promise<void>)[] = []
      const beforeCommit = (work: (later: string) => Promise<void>) => void last.push(work)
      const nudges: (() => void)[] = []
      const topics = new Set<string>()
      const afterCommit = (nudge: () => void) => void nudges.push(nudge)
      const wake = (topic: string) => void topics.add(topic)
      const result = await of().transact(async (db) => {
        const done = await fn({ db, now: clock.iso(), beforeCommit, afterCommit, notify: wake })
        for (const work of last) await work(clock.iso())
        return done
      })
      for (const nudge of nudges) nudge()
      for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener()
      return result
    },
    listen(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
    backup: () => Promise.reject(new Error("a backup is an image here")),
    close: async () => {},
  }
}

/** One transaction after another. */
function createSimulatedGate(db: Database): Gate {
  const [begin, commit, undo] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((text) => db.prepare(text))
  let last: Promise<void> = Promise.resolve()
  return {
    async enter() {
      const before = last
      let leave = () => {}
      last = new Promise((resolve) => {
        leave = resolve
      })
      await before
      let state: "new" | "open" | "over" = "new"
      const end = (statement: typeof begin) => {
        if (state === "open" && db.open && db.inTransaction) statement?.run()
        if (state !== "over") leave()
        state = "over"
      }
      const turn: CommitTurn = {
        assertOpen() {
          if (state !== "open") throw new TransactionEnded("this transaction is over")
        },
        fail: () => undefined,
        begin() {
          begin?.run()
          state = "open"
        },
        commit: async () => end(commit),
        rollback: () => end(undo),
      }
      return turn
    },
    settling: () => undefined,
    drained: () => last,
  }
}

export function createFileHub(path: string): HubDisk {
  let opened: Promise<Store<HubTables>> | null = null
  return {
    door: (clock) => {
      const migrations = [...MIGRATIONS, TABLES]
      opened ??= openStore<HubTables>({ url: `sqlite:${path}`, migrations, clock, log: silentLog, watchNesting: false })
      return opened
    },
    image: () => Buffer.alloc(0),
    put: () => {
      throw new Error("a real file is not put back in this simulation")
    },
    close: async () => (await opened)?.close(),
  }
}
