/** Both ends of sync over a real broker and real databases, with the smallest possible hub and box around them. */
import type { Database } from "better-sqlite3"
import { MIGRATIONS as BOX_MIGRATIONS, type BoxStore, createBoxStore } from "../../appliance/storage/index.ts"
import { type ApplyOperation, createUplink, type Execute, type Uplink } from "../../appliance/sync/index.ts"
import { createUplinkBroker, type UplinkBroker } from "../../hub/broker/index.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../hub/storage/index.ts"
import { type ApplyUp, createSync, type OfferOp, openStoreLog, type Sync, type SyncDeps } from "../../hub/sync/index.ts"
import { systemClock } from "../../runtime/clock.ts"
import { createIds } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { type Cable, layCable } from "./cable.ts"
import type { OpenStore } from "./databases.ts"
import { tempFile, whenOver } from "./temp.ts"

export const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const CREDENTIAL = "right"
const BACKOFF_MS = 20
const LOOK_EVERY_MS = 5
const PATIENCE_MS = 30_000

const ids = createIds({ clock: systemClock })

interface TestHub {
  readonly store: HubStore
  readonly sync: Sync
  readonly broker: UplinkBroker
  readonly port: number
  /** Bodies that were applied, in order. */
  readonly applied: unknown[]
  /** Puts an order on the store's down log. */
  create(order: unknown): Promise<void>
  stop(): Promise<void>
}

interface HubOptionsOfLine {
  readonly url?: string
  readonly port?: number
  readonly applyUp?: ApplyUp
  readonly offer?: OfferOp
  readonly onDeadLetter?: NonNullable<SyncDeps["onDeadLetter"]>
  /** Answers that the network loses, by topic. */
  readonly loses?: (topic: string) => boolean
}

export async function openHub(open: OpenStore, wish: HubOptionsOfLine = {}): Promise<TestHub> {
  const database = await open<HubTables>({ migrations: MIGRATIONS, ...(wish.url && { url: wish.url }) })
  const store = createHubStore(database)
  const broker = createUplinkBroker({
    authenticate: async ({ password }) => password === CREDENTIAL,
    host: "127.0.0.1",
    port: wish.port ?? 0,
    log: silentLog,
  })
  const applied: unknown[] = []
  const sync = createSync({
    store,
    wire: {
      subscribe: broker.subscribe,
      publish: async (topic, payload) => {
        if (!wish.loses?.(topic)) await broker.publish(topic, payload)
      },
    },
    hubId: "hub-1",
    ids,
    clock: systemClock,
    log: silentLog,
    applyUp: async (scope, enrolled, op) => {
      const reason = (await wish.applyUp?.(scope, enrolled, op)) ?? null
      if (reason === null) scope.afterCommit(() => applied.push(op.body))
      return reason
    },
    offer: wish.offer ?? (async (_scope, _place, op) => op),
    ...(wish.onDeadLetter && { onDeadLetter: wish.onDeadLetter }),
  })
  const { port } = await broker.start()
  await store.system.write(async (scope) => {
    const owner = { account_id: TENANT.accountId, vendor_id: TENANT.vendorId }
    const once = { ...owner, store_id: STORE_ID, code: null, record: "{}" }
    const { db } = scope
    await db
      .insertInto("account")
      .values({ account_id: "acme", name: "Acme" })
      .onConflict((on) => on.doNothing())
      .execute()
    const vendor = { ...owner, name: "Quito", country_code: "EC", legal: null }
    await db
      .insertInto("vendor")
      .values(vendor)
      .onConflict((on) => on.doNothing())
      .execute()
    await db
      .insertInto("store")
      .values(once)
      .onConflict((on) => on.doNothing())
      .execute()
  })
  if ((await sync.stateOf(STORE_ID)) === null) await claim(store)
  await sync.start()
  const stop = async () => {
    await sync.stop()
    await broker.stop()
  }
  whenOver(stop)
  return {
    store,
    sync,
    broker,
    port,
    applied,
    stop,
    create: (order) =>
      store.system.write((scope) => sync.append(scope, STORE_ID, { kind: "order.created", body: { order } })),
  }
}

/** A box is claimed for the store; whatever box spoke before is fenced. */
export function claim(store: HubStore): Promise<void> {
  return store.system.write((scope) => openStoreLog(scope, { storeId: STORE_ID, ...TENANT }))
}

export interface TestBox {
  readonly db: Database
  readonly store: BoxStore
  readonly uplink: Uplink
  readonly path: string
  /** Bodies of the orders that were taken in, in order. */
  readonly orders: unknown[]
  /** Sells: one op, in a transaction of its own. */
  sell(n: number): void
  connect(port: number, login?: { storeId?: string; credential?: string }): Promise<void>
  /** The power goes: nothing is said, nothing is tidied up. */
  crash(): Promise<void>
}

export function openBox(wish: { path?: string; execute?: Execute; applyDown?: ApplyOperation } = {}): TestBox {
  const path = wish.path ?? tempFile("box.db")
  const db = openSqlite(path)
  migrateSqlite(db, BOX_MIGRATIONS, systemClock.iso())
  const store = createBoxStore(db, systemClock)
  const orders: unknown[] = []
  const uplink = createUplink({
    store,
    ids,
    log: silentLog,
    chance: Math.random,
    backoffFirstMs: BACKOFF_MS,
    applyDown: (tx, op) => {
      const reason = wish.applyDown?.(tx, op) ?? null
      if (reason === null) tx.afterCommit(() => orders.push(op.body))
      return reason
    },
    execute: wish.execute ?? (() => null),
  })
  const crash = async () => {
    await uplink.stop()
    db.close()
  }
  whenOver(crash)
  return {
    db,
    store,
    uplink,
    path,
    orders,
    crash,
    sell: (n) => store.write((tx) => uplink.outbox.record(tx, { kind: "cash.closed", body: { record: { n } } })),
    connect: (port, login = {}) =>
      uplink.connect({
        url: `mqtt://127.0.0.1:${port}`,
        storeId: login.storeId ?? STORE_ID,
        credential: login.credential ?? CREDENTIAL,
      }),
  }
}

export async function cableTo(port: number): Promise<Cable> {
  const cable = await layCable({ host: "127.0.0.1", port })
  whenOver(() => cable.close())
  return cable
}

/** Resolves as soon as it holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it did not come to hold: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
