/** Real hub processes on one database, called over HTTP, killed and started again at their addresses. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openStore } from "../../../runtime/storage/store.ts"
import { LOOPBACK_CERTIFICATE } from "../../kit/loopback-certificate.ts"
import { freePorts } from "../../kit/ports.ts"
import { type Program, runProgram, startProgram } from "../../kit/processes.ts"
import { SECRET } from "./receiver.ts"

const HEADERS = { "x-api-key": "brasa_test_integrator_0000000000000001", "content-type": "application/json" }
export const SECRET_KEY = "1".repeat(64)
const ANSWER_MS = 5_000
const PAUSE_MS = 50
/** Of a job, `waiting`. */
const DUE = 1
const LATER = 2
const PATIENCE_MS = 60_000

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Body = any

export interface Hubs {
  readonly count: number
  url(hub: number): string
  /** Of its embedded broker. */
  mqttUrl(hub: number): string
  /** Of its process, as it was started last. */
  pid(hub: number): number
  /** Whether its process, since it was started last, has said this. */
  says(hub: number, words: string): boolean
  /** The lines of its log that are errors, since its process was started last. */
  errors(hub: number): string[]
  /** Null: no answer. */
  ask(hub: number, path: string, body?: unknown): Promise<{ status: number; body: Body } | null>
  /** Of any hub, until one answers with a 2xx. */
  insist(path: string, body?: unknown): Promise<Body>
  kill(hub: number): Promise<void>
  /** It stands still, with its connections and leases; until `resume`. */
  freeze(hub: number): void
  resume(hub: number): void
  start(hub: number): Promise<void>
  /** As if the time of the leases had gone by: what killed processes held may be taken up. Of these jobs, or of all. */
  expireLeases(ids?: readonly string[]): Promise<void>
  /** As if the one that watches for outages had been silent for its lease. */
  expireWatch(): Promise<void>
  /** As if the time until the next attempt of deliveries had gone by. */
  hurryDeliveries(): Promise<void>
  /** Jobs as they stand, by their ids; of these, or all that somebody holds. */
  readJobs(ids?: readonly string[]): Promise<Map<string, { fence: number; status: string; endedAt: string | null }>>
  /** How many jobs there are of each status, and how many were begun more than once; `due`: not planned for later. */
  jobs(): Promise<{ byStatus: Record<string, number>; due: number; begunAgain: number; undelivered: number }>
  close(): Promise<void>
}

export interface HubsOptions {
  readonly count: number
  readonly data: string
  readonly database: string
  readonly receiverUrl: string
  /** An external broker that they share. */
  readonly mqtt?: string
  /** The database as the hubs reach it, where a line lies between. */
  readonly lineToDatabase?: string
  /** What is provisioned; left out, the demo's first account with the receiver. */
  readonly tenants?: string
  /** The most that V8's heap may take, in MiB; left out, a part of the machine's memory. */
  readonly heapMib?: number
}

export async function openHubs({
  count,
  data,
  database,
  receiverUrl,
  mqtt,
  lineToDatabase = database,
  tenants,
  heapMib,
}: HubsOptions): Promise<Hubs> {
  const ports = await freePorts(count * 2)
  const authority = join(data, "authority.pem")
  writeFileSync(authority, LOOPBACK_CERTIFICATE)
  const env = {
    BRASA_RATE_LIMIT: "0",
    BRASA_ALLOW_PRIVATE_WEBHOOKS: "1",
    NODE_EXTRA_CA_CERTS: authority,
    ...(heapMib !== undefined && { NODE_OPTIONS: `--max-old-space-size=${heapMib}` }),
  }
  const programs: Program[] = []
  const start = async (hub: number) => {
    const [port, mqttPort] = [ports[hub * 2], ports[hub * 2 + 1]]
    const flags = {
      data: join(data, `${hub}`),
      database: lineToDatabase,
      host: "127.0.0.1",
      port,
      "mqtt-port": mqttPort,
      ...(mqtt && { mqtt }),
    }
    const words = Object.entries({ ...flags, "secret-key": SECRET_KEY }).flatMap(([name, value]) => [
      `--${name}`,
      `${value}`,
    ])
    const program = startProgram(["hub", ...words], env)
    programs[hub] = program
    await program.says(/the hub is up/)
  }
  // All at the same moment, on a database without a table.
  await Promise.all([
    provision({ data, database, receiverUrl, ...(tenants && { tenants }) }),
    ...Array.from({ length: count }, (_, hub) => start(hub)),
  ])
  const store = await openStore<HubTables>({
    url: database,
    migrations: MIGRATIONS,
    clock: systemClock,
    log: silentLog,
  })
  const ask: Hubs["ask"] = async (hub, path, body) => {
    const url = `http://127.0.0.1:${ports[hub * 2]}${path}`
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    const init = { ...sent, headers: HEADERS, signal: AbortSignal.timeout(ANSWER_MS) }
    return fetch(url, init)
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => null)
  }
  return {
    count,
    url: (hub) => `http://127.0.0.1:${ports[hub * 2]}`,
    mqttUrl: (hub) => `mqtt://127.0.0.1:${ports[hub * 2 + 1]}`,
    pid: (hub) => programs[hub]?.pid ?? 0,
    says: (hub, words) => programs[hub]?.output().includes(words) ?? false,
    errors: (hub) =>
      (programs[hub]?.output() ?? "").split("\n").filter((entry) => /"level":"(error|fatal)"/.test(entry)),
    ask,
    async insist(path, body) {
      const until = Date.now() + PATIENCE_MS
      for (let hub = 0; Date.now() < until; hub = (hub + 1) % count) {
        const answer = await ask(hub, path, body)
        if (answer && answer.status < 300) return answer.body
        if (answer && answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer)}`)
        await pause(PAUSE_MS)
      }
      throw new Error(`no hub answered ${path}`)
    },
    kill: async (hub) => programs[hub]?.kill(),
    freeze: (hub) => programs[hub]?.freeze(),
    resume: (hub) => programs[hub]?.resume(),
    start,
    expireLeases: (ids) =>
      store.write(async ({ db, now }) => {
        const held = db.updateTable("job").set({ lease_until: now }).where("status", "=", "processing")
        await (ids ? held.where("job_id", "in", ids) : held).execute()
      }),
    expireWatch: () =>
      store.write(
        async ({ db, now }) => void (await db.updateTable("health_watch").set({ lease_until: now }).execute()),
      ),
    hurryDeliveries: () =>
      store.write(async ({ db, now }) => {
        const later = db.updateTable("job").set({ run_at: now }).where("waiting", "=", LATER)
        await later.where("kind", "like", "webhook.%").execute()
      }),
    readJobs: (ids) =>
      store.read(async ({ db }) => {
        const all = db.selectFrom("job").select(["job_id", "fence", "status", "ended_at"])
        const rows = await (ids ? all.where("job_id", "in", ids) : all.where("status", "=", "processing")).execute()
        return new Map(rows.map((row) => [row.job_id, { fence: row.fence, status: row.status, endedAt: row.ended_at }]))
      }),
    jobs: () =>
      store.read(async ({ db }) => {
        const rows = await db.selectFrom("job").select(["status", "attempts", "waiting"]).execute()
        const byStatus: Record<string, number> = {}
        for (const { status } of rows) byStatus[status] = (byStatus[status] ?? 0) + 1
        const left = await db.selectFrom("delivery").select("delivery_id").where("status", "<>", "delivered").execute()
        const begunAgain = rows.filter(({ attempts }) => attempts > 1).length
        const due = rows.filter(({ waiting }) => waiting === DUE).length
        return { byStatus, due, begunAgain, undelivered: left.length }
      }),
    async close() {
      await Promise.all(programs.map((program) => program.kill()))
      await store.close()
    },
  }
}

async function provision({ data, database, receiverUrl, tenants }: Omit<HubsOptions, "count">): Promise<void> {
  const file = join(data, "tenants.json")
  writeFileSync(file, tenants ?? demoWith(receiverUrl))
  const words = ["hub", "provision", file, "--data", data, "--database", database, "--secret-key", SECRET_KEY]
  const { code, err } = await runProgram(words)
  if (code !== 0) throw new Error(err)
}

function demoWith(receiverUrl: string): string {
  const [acme] = structuredClone(demoTenant.accounts)
  const endpoint = { name: "erp", vendorId: "acme.ec.quito", url: receiverUrl, secret: SECRET, events: ["order.*"] }
  return JSON.stringify({ ...demoTenant, accounts: [{ ...acme, users: [], webhookEndpoints: [endpoint] }] })
}
