/** Hubs, an honest store that sells, and a hostile one beside it: what is not as it should be after so many minutes. */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { openClaim, pollClaim } from "../../../protocol/http/enrolment.ts"
import { DEAD_LETTER_BYTES_MAX, DEAD_LETTERS_MAX, OP_BYTES_MAX } from "../../../protocol/sync/limits.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openStore as openDatabase, type Store } from "../../../runtime/storage/store.ts"
import { type Hubs, openHubs, SECRET_KEY } from "../../e2e/hub-kills/hubs.ts"
import { openStore } from "../../e2e/scale/store.ts"
import { chances } from "../../e2e/store-day/sales.ts"
import { ask } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { CSRF, cookieOf } from "../../kit/people.ts"
import { runProgram } from "../../kit/processes.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"
import { KEY, SISTER_KEY } from "../../kit/tenants.ts"
import { createOperations } from "./draw-operations.ts"
import { changedTables, markForeignRows, type Victims } from "./foreign-rows.ts"
import { createHostileStore, type HostileCounts } from "./hostile-store.ts"
import { credentialTenants, HONEST_STORE, HOSTILE_STORE, OWN, OWNER } from "./tenants.ts"

const MIB = 1024 * 1024
const MEMORY_MAX = 768 * MIB
/** V8 collects garbage late where there is much memory. With this limit, the process's size shows what the hub needs; beyond it, the hub ends. */
const HEAP_MIB = 384
/** Beside what the hostile store validly wrote: dead letters, indexes and what the database has not yet given back. */
const DISK_MAX = 1024 * MIB
const HONEST_EVERY_MS = 5_000
const SYNC_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 50
const REST_MS = 6_000
const VICTIM_ORDERS = 5

export interface CredentialOptions {
  readonly hubs: number
  readonly ms: number
  readonly seed: number
  readonly database: (data: string) => string
  readonly say: (line: string) => void
}

export interface Survived extends HostileCounts {
  readonly sales: number
  readonly slowestSaleMs: number
  readonly memoryMib: number
  readonly diskMib: number
  readonly deadLetters: number
  readonly faults: readonly string[]
}

export async function surviveCredential({
  hubs: count,
  ms,
  seed,
  database,
  say,
}: CredentialOptions): Promise<Survived> {
  const data = tempDir()
  const url = database(data)
  const hubs = await openHubs({
    count,
    data,
    database: url,
    receiverUrl: "",
    tenants: credentialTenants(),
    heapMib: HEAP_MIB,
  })
  whenOver(() => hubs.close())
  const db = await openDatabase<HubTables>({ url, migrations: MIGRATIONS, clock: systemClock, log: silentLog })
  whenOver(() => db.close())
  const honest = await openStore(hubs, { data, database: url })
  const victims = await sellElsewhere(hubs)
  const records = await readOrders(db)
  const chance = chances(seed)
  const login = await claimHostile(hubs, { data, url })
  const hostile = createHostileStore(login, chance, createOperations(chance, { orders: records }))
  const makeAndRevokeKey = await openDashboard(hubs)
  const before = await marksAtRest(db, victims)
  const watch = createWatch({ hubs, db, file: url.replace(/^sqlite:/, ""), isFile: url.startsWith("sqlite:") })
  const faults: string[] = []
  let [sales, slowestSaleMs] = [0, 0]
  const until = Date.now() + ms
  const attack = async () => {
    for (let n = 0; Date.now() < until; n += 1) {
      if (n % 200 === 0) await hostile.connect(hubs.mqttUrl(n % 400 === 0 ? 0 : count - 1)).catch(() => {})
      await hostile.attack().catch(() => hostile.connect(hubs.mqttUrl(0)).catch(() => {}))
    }
  }
  const live = async () => {
    while (Date.now() < until) {
      const took = await sellOnce(hubs, honest, `honest-${sales}`)
      sales += 1
      slowestSaleMs = Math.max(slowestSaleMs, took)
      if (took >= SYNC_WITHIN_MS) faults.push(`sale ${sales} did not reach the hub within ${SYNC_WITHIN_MS} ms`)
      faults.push(...(await makeAndRevokeKey()), ...(await watch.look()))
      const changed = changedTables(before, await db.read(({ db }) => markForeignRows(db, victims)))
      faults.push(...changed)
      if (faults.length > 0)
        throw new Error(
          [
            ...faults,
            ...hubs
              .errors(0)
              .filter((line) => !line.includes("became a dead letter"))
              .slice(-5),
          ].join("\n"),
        )
      if (sales % 12 === 0) {
        say(`${sales} sales, ${JSON.stringify(hostile.counts)}, ${JSON.stringify(watch.highest())}`)
        await settleDeadLetters(db)
      }
      await pause(HONEST_EVERY_MS)
    }
  }
  await Promise.all([attack(), live()])
  return { ...hostile.counts, sales, slowestSaleMs, ...watch.highest(), faults }
}

/** The log of requests and the like are written some time after what they tell of. */
async function marksAtRest(db: Store<HubTables>, victims: Victims): Promise<Record<string, string>> {
  const mark = () => db.read(({ db }) => markForeignRows(db, victims))
  for (let before = await mark(); ; ) {
    await pause(REST_MS)
    const after = await mark()
    if (changedTables(before, after).length === 0) return after
    before = after
  }
}

async function sellElsewhere(hubs: Hubs): Promise<Victims> {
  const victims = { beside: [] as string[], elsewhere: [] as string[] }
  for (let n = 0; n < VICTIM_ORDERS; n += 1) {
    for (const [key, code] of [
      [KEY, "UIO-077"],
      [SISTER_KEY, "GYE-001"],
    ] as const) {
      const body = orderBody({ orderId: `victim-${code}-${n}`, store: { code }, createdAt: new Date().toISOString() })
      const made = await ask(hubs.url(0) + ORDERS, { method: "POST", body, key })
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      victims[key === KEY ? "beside" : "elsewhere"].push(made.body.data.id)
    }
  }
  return victims
}

function readOrders(db: Store<HubTables>): Promise<Record<string, unknown>[]> {
  return db.read(async ({ db }) => {
    const rows = await db.selectFrom("orders").select("record").execute()
    return rows.map(({ record }) => JSON.parse(record))
  })
}

async function claimHostile(hubs: Hubs, { data, url }: { data: string; url: string }) {
  const body = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
  const { claimId, code, pollToken } = (await ask(hubs.url(0) + openClaim.path, { method: "POST", body, key: null }))
    .body.data
  const place = ["--store", HOSTILE_STORE, "--data", data, "--database", url, "--secret-key", SECRET_KEY]
  const claimed = await runProgram(["hub", "claim", code, ...place])
  if (claimed.code !== 0) throw new Error(claimed.err)
  const path = pollClaim.path.replace(":claimId", claimId)
  const polled = await ask(hubs.url(0) + path, { method: "POST", body: { pollToken }, key: null })
  return polled.body.data.credential as { storeId: string; password: string }
}

/** Milliseconds from the sale at the counter until every hub has it, paid. */
async function sellOnce(hubs: Hubs, store: Awaited<ReturnType<typeof openStore>>, name: string): Promise<number> {
  const started = performance.now()
  const id = await store.sell(name)
  const took = () => performance.now() - started
  for (let hub = 0; hub < hubs.count; hub += 1) {
    while (took() < SYNC_WITHIN_MS) {
      const answer = await hubs.ask(hub, `${ORDERS}/${id}`)
      if (answer?.status === 200 && answer.body.data.status === "COMPLETED") break
      await pause(LOOK_EVERY_MS)
    }
  }
  return Math.round(took())
}

/** The account's own work, as its owner: a key is made and revoked. What is wrong with that. */
async function openDashboard(hubs: Hubs): Promise<() => Promise<string[]>> {
  const asked = (path: string, body: unknown, cookie = "") =>
    ask(hubs.url(0) + path, { method: "POST", body, key: null, headers: { ...CSRF, cookie } })
  const entered = await asked("/api/admin/session", OWNER)
  if (entered.status !== 200) throw new Error(JSON.stringify(entered.body))
  const cookie = cookieOf(entered)
  /** A 503 says that the request can be repeated; the account is blocked if that does not help. */
  const repeated = async (path: string, body: unknown) => {
    for (const started = performance.now(); ; await pause(LOOK_EVERY_MS)) {
      const answer = await asked(path, body, cookie)
      if (answer.status !== 503 || performance.now() - started > SYNC_WITHIN_MS) return answer
    }
  }
  return async () => {
    const wish = { name: crypto.randomUUID(), vendorId: OWN.vendorId, scopes: ["orders:read"] }
    const made = await repeated("/api/admin/keys", wish)
    if (made.status !== 201) return [`a key cannot be made: ${made.status} ${JSON.stringify(made.body)}`]
    const ended = await repeated(`/api/admin/keys/${made.body.data.key.keyId}/revoke`, undefined)
    return ended.status === 200 ? [] : [`a key cannot be revoked: ${ended.status} ${JSON.stringify(ended.body)}`]
  }
}

function createWatch({ hubs, db, file, isFile }: { hubs: Hubs; db: Store<HubTables>; file: string; isFile: boolean }) {
  const highest = { memoryMib: 0, diskMib: 0, deadLetters: 0 }
  const diskBytes = async () => {
    if (isFile) return statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
    const asked = sql<{ size: string }>`SELECT pg_database_size(current_database()) AS size`
    return db.read(async ({ db }) => Number((await asked.execute(db)).rows[0]?.size))
  }
  const letters = sql<{ store_id: string; n: number; bytes: number }>`
    SELECT store_id, count(*) AS n, sum(length(body)) AS bytes FROM parked_op WHERE settled_at IS NULL GROUP BY store_id`
  return {
    highest: () => highest,
    async look(): Promise<string[]> {
      const faults: string[] = []
      for (let hub = 0; hub < hubs.count; hub += 1) {
        const bytes = memoryOf(hubs.pid(hub))
        highest.memoryMib = Math.max(highest.memoryMib, Math.round(bytes / MIB))
        if (bytes === 0) faults.push(`hub ${hub} is gone`)
        if (bytes > MEMORY_MAX) faults.push(`hub ${hub} takes ${Math.round(bytes / MIB)} MiB`)
      }
      const disk = await diskBytes()
      highest.diskMib = Math.max(highest.diskMib, Math.round(disk / MIB))
      if (disk > DISK_MAX) faults.push(`the database takes ${Math.round(disk / MIB)} MiB`)
      for (const { store_id, n, bytes } of await db.read(async ({ db }) => (await letters.execute(db)).rows)) {
        highest.deadLetters = Math.max(highest.deadLetters, Number(n))
        if (store_id === HONEST_STORE) faults.push(`${n} dead letters of the honest store`)
        if (Number(n) > DEAD_LETTERS_MAX || Number(bytes) > DEAD_LETTER_BYTES_MAX + OP_BYTES_MAX)
          faults.push(`${n} dead letters of ${bytes} bytes`)
      }
      return faults
    },
  }
}

function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(join("/proc", `${pid}`, "status"), "utf8"))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** As somebody at headquarters does from time to time: a full list would keep out all that follows. */
async function settleDeadLetters(db: Store<HubTables>): Promise<void> {
  await db.write(
    async ({ db }) => void (await sql`DELETE FROM parked_op WHERE store_id = ${HOSTILE_STORE}`.execute(db)),
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
