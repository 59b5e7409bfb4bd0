/** Callbacks that a hub accepts a second on SQLite and PostgreSQL, against the bare ideal; and how soon each is worked off. */
import { join } from "node:path"
import pg from "pg"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { freePorts } from "../../kit/ports.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { createDatabases } from "../databases.ts"
import { percentile } from "../measure.ts"
import { benchProgram, type Running, scratch, start } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers, type Rate } from "../run-load.ts"
import { API_KEY, provisionedHub, STORE_ID } from "../stage.ts"

export const ORDERS = 1_000
const SEED_AT_ONCE = 50
const IDLE_EVERY_MS = 50
const IDLE_REPORTS = 100
const STEADY_PER_SECOND = 200
const STEADY_REPORTS = 1_000
const SETTLE_MAX_MS = 30_000
const LOOK_EVERY_MS = 50
const AGGREGATOR = "/api/v1/webhooks/aggregator/order-status"

export async function benchCallbacks(): Promise<Row[]> {
  const { place, hub } = await provisionedHub()
  await seed(place.port)
  const [together = 0, alone = 0] = await freePorts(2)
  const bare = (at: number, commit: string) => {
    const args = [`${at}`, join(scratch(), "bare.db"), commit, API_KEY, `${ORDERS}`]
    return start(benchProgram("baselines/accept-sqlite"), args)
  }
  const bares = [bare(together, "turn"), bare(alone, "each")]
  await Promise.all(bares.map((one) => one.says(/up/)))
  const log = sqliteLog(join(place.data, "hub.db"))
  const idle = await paced(place.port, log, { reports: IDLE_REPORTS, everyMs: IDLE_EVERY_MS })
  const steady = await paced(place.port, log, { reports: STEADY_REPORTS, everyMs: 1000 / STEADY_PER_SECOND })
  const rates = await compareServers({ ours: place.port, together, alone }, "callback")
  const full = await log.waits()
  await end([hub, ...bares])
  return [
    ...accepted("callbacks on SQLite", "Express, commit per turn", rates.ours, rates.together),
    against("callbacks on SQLite", "Express, commit per request", [rates.ours, rates.alone], 3),
    ...workedOff("callbacks on SQLite", { idle, steady, full }),
  ]
}

export async function benchCallbacksPostgres(): Promise<Row[]> {
  const server = await startPostgres()
  try {
    const [url = "", bareUrl = ""] = await createDatabases(server.url, ["bench_hub", "bench_bare"])
    const { place, hub } = await provisionedHub(url)
    await seed(place.port)
    const [together = 0] = await freePorts(1)
    const bare = start(benchProgram("baselines/accept-postgres"), [`${together}`, bareUrl, API_KEY, `${ORDERS}`])
    await bare.says(/up/)
    const log = postgresLog(url)
    const idle = await paced(place.port, log, { reports: IDLE_REPORTS, everyMs: IDLE_EVERY_MS })
    const steady = await paced(place.port, log, { reports: STEADY_REPORTS, everyMs: 1000 / STEADY_PER_SECOND })
    const rates = await compareServers({ ours: place.port, together }, "callback")
    const full = await log.waits()
    await end([hub, bare])
    return [
      ...accepted("callbacks on PostgreSQL", "Express, grouped", rates.ours, rates.together),
      ...workedOff("callbacks on PostgreSQL", { idle, steady, full }),
    ]
  } finally {
    await server.stop()
  }
}

function accepted(line: string, name: string, ours: Rate, ideal: Rate): Row[] {
  return [
    against(line, name, [ours, ideal], 0.8),
    { line, what: "accepted, p99", unit: "ms", ours: ours.p99, against: { name, value: ideal.p99 }, goal: null },
  ]
}

export function against(line: string, name: string, [ours, other]: readonly [Rate, Rate], atLeast: number | null): Row {
  const goal = atLeast === null ? null : ({ of: "ratio", atLeast } as const)
  const row = { line, what: "accepted, and worked off", unit: "/s", ours: ours.perSecond }
  return { ...row, against: { name, value: other.perSecond }, goal }
}

interface Waits {
  readonly idle: readonly number[]
  readonly steady: readonly number[]
  readonly full: readonly number[]
}

function workedOff(line: string, { idle, steady, full }: Waits): Row[] {
  const row = (what: string, waits: readonly number[], atMost: number): Row => ({
    line,
    what: `accepted to processed, ${what}, p99`,
    unit: "ms",
    ours: percentile(waits, 99),
    against: null,
    goal: { of: "value", atMost },
  })
  return [row("idle", idle, 20), row(`${STEADY_PER_SECOND}/s`, steady, 500), row("under full load", full, 2_000)]
}

export async function seed(port: number): Promise<void> {
  const body = (n: number) => ({
    orderId: `seed-${n}`,
    orderCode: `S-${n}`,
    createdAt: new Date().toISOString(),
    channel: "GLOVO",
    store: { id: STORE_ID },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa clásica", quantity: 1, unitPrice: "6.5000" }] },
    payments: { totals: [{ code: "TOTAL", amount: "6.5000" }], currencyCode: "USD", status: "PENDING" },
  })
  for (let at = 0; at < ORDERS; at += SEED_AT_ONCE) {
    const some = Array.from({ length: SEED_AT_ONCE }, (_, n) =>
      post(port, "/api/v1/core/external/orders", body(at + n), 201),
    )
    await Promise.all(some)
  }
}

async function post(port: number, path: string, body: object, status: number): Promise<void> {
  const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text}`)
}

/** Times from acceptance to end, in milliseconds, of all that was accepted since the last question. */
interface JobLog {
  waits(): Promise<number[]>
}

let sent = 0

async function paced(
  port: number,
  log: JobLog,
  { reports, everyMs }: { reports: number; everyMs: number },
): Promise<number[]> {
  const startedAt = performance.now()
  const answers: Promise<void>[] = []
  for (let n = 0; n < reports; n += 1) {
    const wait = startedAt + n * everyMs - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sent += 1
    const named = { channelCode: "GLOVO", externalOrderId: `seed-${sent % ORDERS}`, providerEventId: `paced-${sent}` }
    answers.push(post(port, AGGREGATOR, { ...named, status: "SEEN", occurredAt: new Date().toISOString() }, 202))
  }
  await Promise.all(answers)
  return log.waits()
}

interface Ended {
  readonly from: string
  readonly to: string | null
}

function jobLog(readAfter: (after: string) => Promise<Ended[]>): JobLog {
  let after = ""
  return {
    async waits() {
      const until = performance.now() + SETTLE_MAX_MS
      for (;;) {
        const rows = await readAfter(after)
        if (rows.every(({ to }) => to !== null)) {
          after = rows.reduce((last, { from }) => (from > last ? from : last), after)
          return rows.map(({ from, to }) => Date.parse(to ?? "") - Date.parse(from))
        }
        if (performance.now() > until) throw new Error("the queue does not come to its end")
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
    },
  }
}

const SELECT_ENDED =
  'SELECT first_received_at AS "from", ended_at AS "to" FROM job WHERE kind = \'callback.aggregator\' AND first_received_at >'

function sqliteLog(file: string): JobLog {
  const db = new Sqlite(file, { readonly: true })
  const query = db.prepare<[string], Ended>(`${SELECT_ENDED} ?`)
  return jobLog(async (after) => query.all(after))
}

function postgresLog(url: string): JobLog {
  return jobLog(async (after) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<Ended>(`${SELECT_ENDED} $1`, [after])
    await client.end()
    return rows
  })
}

export async function end(all: readonly Running[]): Promise<void> {
  await Promise.all(all.map((one) => one.stop()))
}
