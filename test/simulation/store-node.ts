/** A store in the simulator: the real engine and outbox on a real SQLite file, in a box whose power may fail. */
import { rmSync } from "node:fs"
import type { Database } from "better-sqlite3"
import { type BoxStore, type BoxTx, createBoxStore, MIGRATIONS, type Outbox } from "../../appliance/storage/index.ts"
import type { Outgoing } from "../../appliance/sync/carry-out.ts"
import { createEngine, type Engine } from "../../appliance/sync/engine.ts"
import { createOutbox } from "../../appliance/sync/outbox.ts"
import { ack, command, down, poke, pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { createIds } from "../../protocol/runtime/ids.ts"
import { silentLog } from "../../protocol/runtime/log.ts"
import { migrateSqlite } from "../../protocol/runtime/migrate.ts"
import { openSqlite } from "../../protocol/runtime/sqlite.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { configureBox, drawForSale } from "./fiscal-work.ts"
import { createPower, type Power } from "./power.ts"
import type { World } from "./world.ts"

/** Of the sales, one in so many has a fiscal number: enough to see, and cheap. */
const NUMBERED_EVERY = 10
const REBOOT_MS = { low: 500, high: 20_000 }
const CONNECT_MS = { low: 100, high: 3_000 }
const OFFLINE_MS = { low: 1_000, high: 90_000 }

const TABLES = `
  CREATE TABLE IF NOT EXISTS sim_sale (n INTEGER PRIMARY KEY, amount INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS sim_order (place INTEGER PRIMARY KEY, n INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS sim_command (place INTEGER PRIMARY KEY, request TEXT NOT NULL);
`

export interface StoreNode {
  readonly storeId: string
  /** Sells something: the sale and its op in one transaction. Nothing happens while the power is off. */
  sell(): void
  receive(topic: string, payload: string): void
  /** The hub's side of the connection went away. */
  cut(): void
  isUp(): boolean
  /** What is durable. */
  sales(): readonly { readonly n: number; readonly amount: number }[]
  orders(): readonly number[]
  /** What it has numbered. */
  documents(): readonly FiscalRecord[]
  commands(): readonly string[]
  status(): ReturnType<Engine["status"]>
  /** How many sales and orders it has, and its watermark of the down log. */
  counts(): { readonly sales: number; readonly orders: number; readonly appliedDown: number }
  close(): void
}

export interface StoreNodeParts {
  readonly world: World
  readonly storeId: string
  readonly path: string
  /** Gives a message to the network, on its way to the hub. */
  readonly toHub: (topic: string, payload: string) => void
  readonly isHubUp: () => boolean
}

export function createStoreNode(parts: StoreNodeParts): StoreNode {
  const { world, storeId, path } = parts
  const { random } = world
  const ids = createIds({
    clock: world.clock,
    random: (size) => Uint8Array.from({ length: size }, () => random.whole(256)),
  })
  const power: Power = createPower(world, "store", () =>
    world.after(random.between(REBOOT_MS.low, REBOOT_MS.high), boot),
  )
  let db: Database
  let store: BoxStore
  let engine: Engine
  let outbox: Outbox
  let link: "down" | "up" | "half-open" = "down"
  let generation = 0

  const boot = () => {
    generation += 1
    db?.close()
    db = openSqlite(path)
    // The simulated power fails, the real one does not: the file need not wait for the disk.
    db.pragma("synchronous = OFF")
    migrateSqlite(db, MIGRATIONS, world.clock.iso())
    db.exec(TABLES)
    configureBox(createBoxStore(db, world.clock), storeId)
    store = failing(createBoxStore(db, world.clock), power)
    power.on()
    link = "down"
    guard(() => {
      engine = createEngine({
        store,
        ids,
        log: silentLog,
        applyDown,
        execute,
        time: world.time,
        chance: random.next,
        send,
        reconnect,
      })
      outbox = createOutbox({ ids, nudge: () => world.after(1, () => talk(engine.nudge)) })
    })
    connectLater()
  }
  /** A power failure ends whatever was going on, and is no error of the test. */
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      if (!power.isOff()) throw error
      link = "down"
    }
  }
  const talk = (say: () => void) => {
    if (power.isOff()) return
    guard(say)
    wakeLater()
  }
  const wakeLater = () => {
    const at = power.isOff() ? null : engine.wakeAt()
    const then = generation
    if (at === null) return
    world.after(Math.max(1, at - world.time()), () => {
      if (then === generation && engine.wakeAt() === at) talk(engine.tick)
    })
  }
  const connectLater = () => {
    const then = generation
    world.after(random.between(CONNECT_MS.low, CONNECT_MS.high), () => {
      if (then === generation && link === "down") connect()
    })
  }
  const connect = () => {
    if (power.isOff()) return
    if (!parts.isHubUp()) return connectLater()
    talk(() => {
      const { session } = engine.nextSession()
      link = "up"
      engine.linkUp(session)
    })
    scheduleTrouble()
  }
  /** Sooner or later the connection goes: seen by the box, or not. */
  const scheduleTrouble = () => {
    const then = generation
    world.after(random.between(OFFLINE_MS.low, OFFLINE_MS.high), () => {
      if (then !== generation || link !== "up") return
      if (world.strikes("half-open")) link = "half-open"
      else if (world.strikes("partition")) cut()
      else scheduleTrouble()
    })
  }
  const cut = () => {
    if (link === "down" || power.isOff()) return
    link = "down"
    talk(() => engine.linkDown())
    world.after(world.isCalm() ? 1_000 : random.between(OFFLINE_MS.low, OFFLINE_MS.high), connectLater)
  }
  const reconnect = () => {
    link = "down"
    world.after(1, () => talk(() => engine.linkDown()))
    connectLater()
  }
  const send = (message: Outgoing) => {
    if (link === "up") parts.toHub(topicOf(message, storeId), message.payload)
  }
  const applyDown = (tx: BoxTx, op: { readonly body: unknown }) => {
    const { n } = (op.body as { order: { n: number } }).order
    tx.db.prepare("INSERT INTO sim_order (n) VALUES (?)").run(n)
    return null
  }
  const execute = (tx: BoxTx, asked: { readonly body: unknown }) => {
    const { request } = asked.body as { request: string }
    tx.db.prepare("INSERT INTO sim_command (request) VALUES (?)").run(request)
    return { nonce: random.whole(1_000_000_000) }
  }
  boot()
  return {
    storeId,
    sell() {
      if (power.isOff()) return
      const amount = random.between(1, 500_000)
      talk(() =>
        store.write((tx) => {
          const row = tx.db
            .prepare<[number], { n: number }>("INSERT INTO sim_sale (amount) VALUES (?) RETURNING n")
            .get(amount)
          const poisoned = world.strikes("poison op")
          const n = row?.n ?? 0
          const fiscal = n % NUMBERED_EVERY === 0 ? drawForSale(tx, ids, n) : null
          outbox.record(tx, { kind: "cash.closed", body: { record: { n: row?.n, amount, poisoned, fiscal } } })
        }),
      )
    },
    receive(topic, payload) {
      if (link !== "up" || ![ack, down, poke, command].some((channel) => channel.parse(topic)?.storeId === storeId))
        return
      talk(() => engine.receive(topic, payload))
    },
    cut,
    isUp: () => link === "up",
    sales: () => db.prepare<[], { n: number; amount: number }>("SELECT n, amount FROM sim_sale ORDER BY n").all(),
    documents: () =>
      db
        .prepare<[], { record: string }>("SELECT record FROM fiscal_request")
        .all()
        .map(({ record }) => JSON.parse(record)),
    orders: () =>
      db
        .prepare<[], { n: number }>("SELECT n FROM sim_order ORDER BY place")
        .all()
        .map(({ n }) => n),
    commands: () =>
      db
        .prepare<[], { request: string }>("SELECT request FROM sim_command")
        .all()
        .map((row) => row.request),
    status: () => engine.status(),
    counts: () =>
      db
        .prepare<[], { sales: number; orders: number; appliedDown: number }>(
          `SELECT (SELECT count(*) FROM sim_sale) AS sales, (SELECT count(*) FROM sim_order) AS orders,
                  (SELECT coalesce(max(applied_down), 0) FROM sync_line) AS appliedDown`,
        )
        .get() ?? { sales: 0, orders: 0, appliedDown: 0 },
    close() {
      db.close()
      rmSync(path, { force: true })
    },
  }
}

function failing(store: BoxStore, power: Power): BoxStore {
  return {
    ...store,
    write(fn) {
      const result = store.write((tx) => {
        const value = fn(tx)
        power.beforeCommit()
        return value
      })
      power.afterCommit()
      return result
    },
  }
}

function topicOf({ channel, hubId }: Outgoing, storeId: string): string {
  if (channel === "reply") return reply.topic({ storeId, hubId: hubId ?? "" })
  return { up, pull, state }[channel].topic({ storeId })
}
