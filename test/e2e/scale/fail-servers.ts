/** PostgreSQL and the broker fail under web orders and a store's sales: restarted, cut off, silently cut, slow. */
import { setTimeout as pause } from "node:timers/promises"
import { type Cable, layCable } from "../../kit/cable.ts"
import { type Mosquitto, runMosquitto } from "../../kit/mosquitto.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type PostgresServer, startPostgres } from "../../kit/start-postgres.ts"
import { whenOver } from "../../kit/temp.ts"
import type { Hubs } from "../hub-kills/hubs.ts"

const AWAY_MS = 500
const CUT_MS = 1_500
/** Each way. A database stands in the next room: a store's orders wait for one another, each for some twenty answers of it. */
const DELAYS_MS = { database: 2, broker: 25 }
const SLOW_FOR_MS = 2_000
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 120_000

export interface Servers {
  readonly database: PostgresServer
  readonly broker: Mosquitto
  /** The lines on which the hubs reach them. */
  readonly lines: { readonly database: Cable; readonly broker: Cable }
  /** The ends of the lines, as the hubs are told. */
  readonly reachedAt: { readonly database: string; readonly lineToDatabase: string; readonly mqtt: string }
}

/** On lines that can fail, or without any between. */
export async function openServers({ onLines }: { onLines: boolean }): Promise<Servers> {
  const database = await startPostgres()
  whenOver(() => database.stop())
  const broker = await runMosquitto()
  const lines = { database: await layCable(placeOf(database.url)), broker: await layCable(placeOf(broker.url)) }
  whenOver(() => lines.database.close())
  whenOver(() => lines.broker.close())
  const lineToDatabase = through(database.url, lines.database)
  const reachedAt = onLines
    ? { database: database.url, lineToDatabase, mqtt: through(broker.url, lines.broker) }
    : { database: database.url, lineToDatabase: database.url, mqtt: broker.url }
  return { database, broker, lines, reachedAt }
}

interface Failing {
  readonly hubs: Hubs
  readonly servers: Servers
  /** What it has sold so far, by id. */
  readonly sold: readonly string[]
  readonly long: boolean
  /** The longest of each. */
  readonly recoveredMs: Record<string, number>
  readonly say: (line: string) => void
}

const QUICK: Readonly<Record<string, (servers: Servers) => Promise<void>>> = {
  "PostgreSQL restarts": ({ database }) => database.restart(AWAY_MS),
  "the broker restarts": ({ broker }) => broker.restart(AWAY_MS),
}

/** What takes a line that fails, and partly a while until it is noticed. */
const ON_LINES: typeof QUICK = {
  "all lines are slow": async ({ lines }) => {
    lines.database.slow(DELAYS_MS.database)
    lines.broker.slow(DELAYS_MS.broker)
    await pause(SLOW_FOR_MS)
    for (const cable of Object.values(lines)) cable.slow(0)
  },
  "the line to PostgreSQL is cut": ({ lines }) => cut(lines.database),
  "the line to the broker is cut": ({ lines }) => cut(lines.broker),
  "the line to PostgreSQL is forgotten": async ({ lines }) => lines.database.forget(),
  "the line to the broker is forgotten": async ({ lines }) => lines.broker.forget(),
}

/** One after the other: each ends when every hub is ready, a new order is in, and what the store has sold is at the hub. */
export async function failServers({ hubs, sold, servers, long, recoveredMs, say }: Failing): Promise<void> {
  for (const [what, fail] of Object.entries(long ? { ...QUICK, ...ON_LINES } : QUICK)) {
    await fail(servers)
    const from = performance.now()
    await standAsBefore({ hubs, sold, what })
    const tookMs = Math.round(performance.now() - from)
    recoveredMs[what] = Math.max(recoveredMs[what] ?? 0, tookMs)
    say(`${what}: all as before after ${tookMs} ms`)
  }
}

async function standAsBefore({ hubs, sold, what }: Pick<Failing, "hubs" | "sold"> & { what: string }): Promise<void> {
  const all = Array.from({ length: hubs.count }, (_, hub) => hub)
  const isReady = async (hub: number) => (await hubs.ask(hub, "/readyz"))?.status === 200
  const areReady = async () => (await Promise.all(all.map(isReady))).every(Boolean)
  await eventually(areReady, `${what}: not all hubs are ready again`)
  for (const hub of all) await orderAt(hubs, hub, what)
  const last = sold.at(-1) ?? ""
  await eventually(
    async () => (await hubs.ask(0, `${ORDERS}/${last}`))?.status === 200,
    `${what}: the store is not heard`,
  )
}

async function orderAt(hubs: Hubs, hub: number, what: string): Promise<void> {
  const orderId = `${what.replaceAll(" ", "-")}-${hub}-${Date.now()}`
  const body = orderBody({ orderId, createdAt: new Date().toISOString() })
  let last: unknown = null
  const isTaken = async () => {
    const answer = await hubs.ask(hub, ORDERS, body)
    if (answer && answer.status >= 400 && answer.status < 500) throw new Error(JSON.stringify(answer.body))
    last = answer
    return answer?.body.data !== undefined
  }
  await eventually(isTaken, () => `${what}: hub ${hub} takes no order: ${JSON.stringify(last)}`)
}

async function cut(cable: Cable): Promise<void> {
  cable.pull()
  await pause(CUT_MS)
  cable.mend()
}

function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

function through(url: string, { port }: Cable): string {
  const line = new URL(url)
  line.port = `${port}`
  return line.href
}

async function eventually(holds: () => Promise<boolean>, otherwise: string | (() => string)): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(typeof otherwise === "string" ? otherwise : otherwise())
    await pause(LOOK_EVERY_MS)
  }
}
