/** The hub in the simulator: the real steps on a real SQLite file, in a machine whose power may fail. */
import { sql } from "kysely"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS, type SystemWrite } from "../../hub/storage/index.ts"
import { insertLine, type KeptLine, readLine, takeDownSeq } from "../../hub/sync/line-store.ts"
import { appendDown } from "../../hub/sync/log-store.ts"
import { type ApplyUp, createTakeStep, type Heard, type Said, type TakeStep } from "../../hub/sync/take-step.ts"
import { ack, command, poke, pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { createIds } from "../../protocol/runtime/ids.ts"
import { silentLog } from "../../protocol/runtime/log.ts"
import { openStore, type Store } from "../../protocol/runtime/store.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { fiscalStore, numberAtHub, takeNumber } from "./fiscal-work.ts"
import { createPower, type Power } from "./power.ts"
import type { World } from "./world.ts"

const REBOOT_MS = { low: 500, high: 15_000 }
const COMMAND_TIMEOUT_MS = 5_000
const REPEAT_MS = 1_500
const HUB_ID = "hub-1"

const TENANT = { accountId: "sim", vendorId: "sim.xx.one" }
const TABLES = {
  id: (MIGRATIONS.at(-1)?.id ?? 0) + 1,
  name: "simulation",
  sql: {
    sqlite:
      "CREATE TABLE sim_sale (place INTEGER PRIMARY KEY, store_id TEXT NOT NULL, n BIGINT NOT NULL, amount BIGINT NOT NULL); CREATE INDEX sim_by_store ON sim_sale (store_id)",
    postgres: "SELECT 1",
  },
}

export interface Sale {
  readonly n: number
  readonly amount: number
}

export interface HubNode {
  isUp(): boolean
  receive(topic: string, payload: string): Promise<void>
  /** Creates an order for the store: one op of its down log. */
  createOrder(storeId: string): Promise<void>
  /** Numbers a document from the hub's point of the store. */
  number(storeId: string): Promise<void>
  /** Every document that it keeps. */
  documents(): Promise<readonly FiscalRecord[]>
  /** Sends a command, and again until it is answered or late. */
  ask(storeId: string): Promise<void>
  /** Every answer that came for each request. */
  answers(): ReadonlyMap<string, readonly string[]>
  sales(storeId: string): Promise<readonly Sale[]>
  /** How many ops of the store were applied, and how many were parked. */
  counts(storeId: string): Promise<{ readonly sold: number; readonly parked: number }>
  orders(storeId: string): Promise<readonly number[]>
  line(storeId: string): Promise<KeptLine["line"]>
  close(): Promise<void>
}

export interface HubNodeParts {
  readonly world: World
  readonly path: string
  readonly storeIds: readonly string[]
  /** Gives a message to the network, on its way to a store. */
  readonly toStore: (storeId: string, topic: string, payload: string) => void
  /** The broker went down with the hub. */
  readonly onDown: () => void
}

export async function createHubNode(parts: HubNodeParts): Promise<HubNode> {
  const { world, path } = parts
  const { random, clock } = world
  const ids = createIds({ clock, random: (size) => Uint8Array.from({ length: size }, () => random.whole(256)) })
  const answers = new Map<string, string[]>()
  let database: Store<HubTables>
  let store: HubStore
  let takeStep: TakeStep
  let booting = false

  const power: Power = createPower(world, "hub", () => {
    booting = true
    world.after(0, () => parts.onDown())
    world.after(random.between(REBOOT_MS.low, REBOOT_MS.high), boot)
  })
  const open = async () => {
    database = await openStore<HubTables>({
      url: `sqlite:${path}`,
      migrations: [...MIGRATIONS, TABLES],
      clock,
      log: silentLog,
    })
    power.on()
    booting = false
    store = failing(createHubStore(database), power)
    takeStep = createTakeStep({ store, log: silentLog, applyUp, offer: async (_scope, _place, op) => op })
    return database
  }
  const boot = async () => {
    await database.close()
    await open()
  }
  const applyUp: ApplyUp = async (scope, place, op) => {
    const { n, amount, poisoned, fiscal } = (
      op.body as { record: Sale & { poisoned: boolean; fiscal: FiscalRecord | null } }
    ).record
    if (poisoned) throw new TypeError("this order is a mess")
    await sql`INSERT INTO sim_sale (store_id, n, amount) VALUES (${place.storeId}, ${n}, ${amount})`.execute(scope.db)
    return fiscal && takeNumber(scope, store, fiscal)
  }
  const line = async (storeId: string) => {
    const kept = await database.read((scope) => readLine(scope, storeId))
    if (kept === null) throw new Error(`store ${storeId} has no line`)
    return kept.line
  }
  const say = async (storeId: string, { topic, payload }: Said) => {
    const acked = ack.parse(topic) ? ack.decode(payload) : null
    if (acked?.ok && acked.message.applied > ((await line(storeId)).current?.applied ?? 0)) {
      throw new Error(`an acknowledgement of ${acked.message.applied} ran ahead of its commit`)
    }
    parts.toStore(storeId, topic, payload)
  }
  /** Work of the hub; a power failure ends it, and is no error of the test. */
  const guard = async (run: () => Promise<void>) => {
    if (booting) return
    try {
      await run()
    } catch (error) {
      if (!power.isOff()) throw error
    }
  }
  await (await open()).write((scope) => plant(scope, parts.storeIds))
  return {
    isUp: () => !booting,
    receive: (topic, payload) =>
      guard(async () => {
        const answered = reply.parse(topic) ? reply.decode(payload) : null
        if (answered?.ok) {
          const { requestId, answer } = answered.message
          answers.set(requestId, [...(answers.get(requestId) ?? []), JSON.stringify(answer)])
          return
        }
        const { storeId, heard } = read(topic, payload)
        for (const said of (await takeStep(storeId, heard)) ?? []) await say(storeId, said)
      }),
    createOrder: (storeId) =>
      guard(async () => {
        const seq = await store.system.write(async (scope) => {
          const next = await takeDownSeq(scope, storeId)
          const body = JSON.stringify({ order: { n: next } })
          await appendDown(scope, storeId, { seq: next, mark: ids.hex12(), kind: "order.created", at: scope.now, body })
          return next
        })
        parts.toStore(storeId, poke.topic({ storeId }), poke.encode({ head: seq }))
      }),
    number: (storeId) => guard(() => numberAtHub(store, ids, storeId)),
    documents: async () => {
      const query = sql<{ record: string }>`SELECT record FROM fiscal_request`
      return (await database.read(({ db }) => query.execute(db))).rows.map(({ record }) => JSON.parse(record))
    },
    ask: (storeId) =>
      guard(async () => {
        const { current, downHead } = await line(storeId)
        if (current === null) return
        const requestId = ids.uuid()
        const deadline = clock.ms() + COMMAND_TIMEOUT_MS
        const address = { requestId, hubId: HUB_ID, deadline, epoch: current.epoch, after: downHead }
        const payload = command.encode({ ...address, kind: "test", body: { request: requestId, deadline } })
        for (let wait = 0; wait < COMMAND_TIMEOUT_MS; wait += REPEAT_MS) {
          world.after(wait, () => {
            if (!booting && !answers.has(requestId)) parts.toStore(storeId, command.topic({ storeId }), payload)
          })
        }
      }),
    answers: () => answers,
    sales: async (storeId) => {
      const query = sql<Sale>`SELECT n, amount FROM sim_sale WHERE store_id = ${storeId} ORDER BY place`
      return (await database.read(({ db }) => query.execute(db))).rows
    },
    counts: async (storeId) => {
      const query = sql<{ sold: number; parked: number }>`SELECT
        (SELECT count(*) FROM sim_sale WHERE store_id = ${storeId}) AS sold,
        (SELECT count(*) FROM parked_op WHERE store_id = ${storeId}) AS parked`
      return (await database.read(({ db }) => query.execute(db))).rows[0] ?? { sold: 0, parked: 0 }
    },
    orders: async (storeId) => {
      const query = sql<{ seq: number }>`SELECT seq FROM down_op WHERE store_id = ${storeId} ORDER BY seq`
      return (await database.read(({ db }) => query.execute(db))).rows.map(({ seq }) => seq)
    },
    line,
    close: () => database.close(),
  }
}

function failing(store: HubStore, power: Power): HubStore {
  return {
    ...store,
    system: {
      read: store.system.read,
      async write(fn) {
        const result = await store.system.write(async (scope) => {
          const value = await fn(scope)
          power.beforeCommit()
          return value
        })
        power.afterCommit()
        return result
      },
    },
  }
}

async function plant(scope: SystemWrite, storeIds: readonly string[]): Promise<void> {
  const { accountId, vendorId } = TENANT
  await scope.db.insertInto("account").values({ account_id: accountId, name: "Simulation" }).execute()
  const vendor = { vendor_id: vendorId, account_id: accountId, name: "One", country_code: "XX", legal: null }
  await scope.db.insertInto("vendor").values(vendor).execute()
  for (const storeId of storeIds) {
    const owner = { account_id: accountId, vendor_id: vendorId }
    await scope.db
      .insertInto("store")
      .values({ store_id: storeId, ...owner, code: storeId, record: JSON.stringify(fiscalStore(storeId)) })
      .execute()
    await insertLine(scope, { storeId, accountId, vendorId })
  }
}

function read(topic: string, payload: string): { storeId: string; heard: Heard } {
  for (const channel of [up, pull, state] as const) {
    const storeId = channel.parse(topic)?.storeId
    const decoded = storeId === undefined ? null : channel.decode(payload)
    if (decoded?.ok)
      return { storeId: storeId as string, heard: { is: channel.name, message: decoded.message } as Heard }
  }
  throw new Error(`the hub cannot read ${topic}: ${payload.slice(0, 200)}`)
}
