/** Hubs that share PostgreSQL and Mosquitto are killed and frozen in turn under web orders and a store's sales; returns what happened. */
import { setTimeout as pause } from "node:timers/promises"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"
import { type Hubs, openHubs } from "../hub-kills/hubs.ts"
import { type KillsReceiver, openKillsReceiver } from "../hub-kills/receiver.ts"
import { checkSchema } from "./check-schema.ts"
import { failServers, type Servers } from "./fail-servers.ts"
import { openStore, type SellingStore } from "./store.ts"

/** Customers of the web that order one after the other. */
const CUSTOMERS = 2
const BETWEEN_ORDERS_MS = 300
const BETWEEN_SALES_MS = 400
/** So many wait for the receiver's word at the moment of the freeze: both hubs have some of them. */
const DELIVERIES_AT_ONCE = 4
/** Until a frozen one had one of them in its hands. */
const FREEZES_MAX = 12
/** What is held for so long after the receiver has spoken, nobody works on. */
const NOBODY_WORKS_MS = 1_500
const UNDER_LOAD_MS = 600
const AFTER_MS = 1_000
/** A balancer looks past a hub that did not answer for so long. */
const PASSED_OVER_MS = 3_000
const LOOK_EVERY_MS = 250
const PATIENCE_MS = 90_000
const WATCHES = "this process watches for outages"

export interface Survived {
  readonly webOrders: number
  readonly sales: number
  /** Jobs that a frozen hub had in its hands, taken up by another. */
  readonly takenUp: number
  /** The longest that a customer waited for an answer. */
  readonly longestMs: number
  /** The longest that the store had sales which no hub had acknowledged. */
  readonly behindMs: number
  /** How long after each fault of a server all stood as before. */
  readonly recoveredMs: Readonly<Record<string, number>>
  /** Until all had started, while they were killed and frozen, until all was at rest. */
  readonly tookMs: readonly number[]
  readonly faults: readonly string[]
}

export interface World {
  readonly hubs: Hubs
  readonly store: SellingStore
  readonly receiver: KillsReceiver
  readonly web: string[]
  readonly sold: string[]
  longestMs: number
  behindMs: number
}

interface Wish {
  readonly rounds: number
  readonly count: number
  readonly servers: Servers
  /** Also what takes a minute to be noticed. */
  readonly long: boolean
  /** How far it has come. */
  readonly say: (line: string) => void
}

export async function surviveConcurrency({ rounds, count, servers, long, say }: Wish) {
  const { url: database } = servers.database
  const data = tempDir()
  const steps = [performance.now()]
  const receiver = await openKillsReceiver(Math.random)
  whenOver(() => receiver.close())
  const hubs = await openHubs({ count, data, receiverUrl: receiver.url, ...servers.reachedAt })
  whenOver(() => hubs.close())
  const store = await openStore(hubs, { data, database })
  const world: World = { hubs, store, receiver, web: [], sold: [], longestMs: 0, behindMs: 0 }
  const faults: string[] = []
  steps.push(performance.now())
  await loseTheWatch(hubs, faults)
  let takenUp = 0
  const recoveredMs: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const load = startLoad(world, round)
    await killOne(hubs, round % count)
    let held = 0
    for (let times = 0; held === 0 && times < FREEZES_MAX; times += 1)
      held = await freezeOne(world, (round + 1 + times) % count, faults)
    takenUp += held
    say(`round ${round + 1}: a hub was killed, and one frozen with ${held} jobs in its hands`)
    await failServers({ hubs, sold: world.sold, servers, long, recoveredMs, say })
    await load.stop()
    say(`round ${round + 1} of ${rounds}: ${world.web.length} orders from the web, ${world.sold.length} sales`)
  }
  steps.push(performance.now())
  await comeToRest(world)
  steps.push(performance.now())
  faults.push(...(await judge(world)), ...(await checkSchema(hubs, { database, data })))
  const counts = {
    webOrders: world.web.length,
    sales: world.sold.length,
    takenUp,
    longestMs: world.longestMs,
    behindMs: world.behindMs,
    recoveredMs,
  }
  const tookMs = steps.slice(1).map((at, n) => Math.round(at - (steps[n] ?? at)))
  return { ...counts, tookMs, faults } satisfies Survived
}

function startLoad(world: World, round: number): { stop(): Promise<void> } {
  let over = false
  const customer = async (name: string) => {
    for (let n = 0; !over; n += 1) {
      const from = performance.now()
      world.web.push(await orderAtAny(world.hubs, `${name}-${n}`))
      world.longestMs = Math.max(world.longestMs, Math.round(performance.now() - from))
      await pause(BETWEEN_ORDERS_MS)
    }
  }
  const till = async () => {
    for (let n = 0; !over; n += 1) {
      world.sold.push(await world.store.sell(`till-${round}-${n}`))
      await pause(BETWEEN_SALES_MS)
    }
  }
  const watchUplink = async () => {
    for (let evenAt = performance.now(); !over; await pause(LOOK_EVERY_MS)) {
      if (world.store.unsent() === 0) evenAt = performance.now()
      world.behindMs = Math.max(world.behindMs, Math.round(performance.now() - evenAt))
    }
  }
  const running = [watchUplink(), till(), ...Array.from({ length: CUSTOMERS }, (_, n) => customer(`web-${round}-${n}`))]
  const all = Promise.all(running)
  all.catch(() => {})
  return {
    async stop() {
      over = true
      await all
    },
  }
}

/** When a hub was last silent, as a balancer in front knows it. */
const silentAt = new WeakMap<Hubs, Map<number, number>>()
let turn = 0

/** The same order again at the next hub, until there is an answer; as any client that wants it to be there once. */
async function orderAtAny(hubs: Hubs, orderId: string): Promise<string> {
  const silent = silentAt.get(hubs) ?? new Map<number, number>()
  silentAt.set(hubs, silent)
  const body = orderBody({ orderId, paid: "CARD", channel: "WEB", createdAt: new Date().toISOString() })
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    turn = (turn + 1) % hubs.count
    if (Date.now() - (silent.get(turn) ?? 0) < PASSED_OVER_MS) {
      await pause(1)
      continue
    }
    const hub = turn
    const answer = await hubs.ask(hub, ORDERS, body)
    if (answer && answer.status < 300) return answer.body.data.id
    if (answer && answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer)}`)
    silent.set(hub, Date.now())
  }
  throw new Error(`no hub took ${orderId}`)
}

async function killOne(hubs: Hubs, victim: number): Promise<void> {
  await pause(UNDER_LOAD_MS)
  await hubs.kill(victim)
  await pause(UNDER_LOAD_MS)
  await hubs.start(victim)
}

/** One watches for outages; when it is gone and its lease over, another does. */
async function loseTheWatch(hubs: Hubs, faults: string[]): Promise<void> {
  const all = Array.from({ length: hubs.count }, (_, hub) => hub)
  const areSaid = () => all.some((hub) => hubs.says(hub, WATCHES))
  await eventually(areSaid, "nobody watches")
  const watchers = all.filter((hub) => hubs.says(hub, WATCHES))
  if (watchers.length !== 1) faults.push(`${watchers.length} hubs watch at once`)
  const [watcher = 0] = watchers
  await hubs.kill(watcher)
  await hubs.expireWatch()
  await hubs.start(watcher)
  await eventually(areSaid, "nobody took the watch over")
}

/** How many jobs it held. What others did with them stands when it goes on. */
async function freezeOne({ hubs, receiver }: World, victim: number, faults: string[]): Promise<number> {
  receiver.keepsBack = true
  await eventually(() => receiver.keptBack >= DELIVERIES_AT_ONCE, "too few deliveries are on their way")
  hubs.freeze(victim)
  receiver.letGo()
  const held = await findHeld(hubs)
  if (held.length === 0) {
    hubs.resume(victim)
    return 0
  }
  await hubs.expireLeases(held)
  let jobs: Awaited<ReturnType<Hubs["readJobs"]>> = new Map()
  const areOver = async () => {
    // An attempt may fail on a busy machine as any other, and its next one would be due after the test.
    await hubs.hurryDeliveries()
    jobs = await hubs.readJobs(held)
    return [...jobs.values()].every(({ endedAt }) => endedAt !== null)
  }
  await eventually(areOver, () => `jobs of a frozen hub were not taken up: ${JSON.stringify([...jobs])}`)
  const ended = await textOf(hubs, held)
  hubs.resume(victim)
  await pause(AFTER_MS)
  const later = await textOf(hubs, held)
  if (ended !== later) faults.push(`a hub that was frozen wrote: ${ended} became ${later}`)
  return held.length
}

/** Jobs that somebody holds and nobody works on: by then the living have had their answers. */
async function findHeld(hubs: Hubs): Promise<string[]> {
  let before = await hubs.readJobs()
  for (;;) {
    await pause(NOBODY_WORKS_MS)
    const now = await hubs.readJobs()
    const still = new Map([...before].filter(([id, { fence }]) => now.get(id)?.fence === fence))
    if (still.size === before.size) return [...still.keys()]
    before = still
  }
}

async function textOf(hubs: Hubs, ids: readonly string[]): Promise<string> {
  return JSON.stringify([...(await hubs.readJobs(ids))].sort(([one], [other]) => (one < other ? -1 : 1)))
}

async function comeToRest({ hubs, store, web }: World): Promise<void> {
  // Killed hubs held some as well.
  await hubs.expireLeases()
  let left: unknown = null
  const isQuiet = async () => {
    const { byStatus, due, undelivered } = await hubs.jobs()
    left = { byStatus, due, undelivered }
    await pause(LOOK_EVERY_MS)
    await hubs.hurryDeliveries()
    return due === 0 && !byStatus.processing && undelivered === 0
  }
  await eventually(isQuiet, () => `jobs are left: ${JSON.stringify(left)}`)
  await eventually(() => store.unsent() === 0, "the store has ops that the hub has not")
  const last = web.at(-1) ?? ""
  await eventually(() => store.has(last), "the store does not get its orders")
}

async function judge({ hubs, store, receiver, web, sold }: World): Promise<string[]> {
  const faults = [...receiver.faults]
  const { byStatus } = await hubs.jobs()
  if (byStatus.failed || byStatus.dead) faults.push(`jobs ended ${JSON.stringify(byStatus)}`)
  for (const id of web) if (!(await store.has(id))) faults.push(`the store lacks ${id}`)
  for (const [n, id] of [...web, ...sold].entries()) {
    const { data } = (await hubs.ask(n % hubs.count, `${ORDERS}/${id}`))?.body ?? {}
    if (data?.paymentStatus !== "PAID" && data?.paymentStatus !== "SUCCEEDED")
      faults.push(`order ${id}: ${data?.paymentStatus}`)
    const times = (type: string) =>
      [...receiver.heard.values()].filter((event) => event.orderId === id && event.type === type).length
    if (times("order.opened") !== 1) faults.push(`order ${id}: ${times("order.opened")} times opened`)
  }
  if (new Set([...web, ...sold]).size !== web.length + sold.length) faults.push("one order was given twice")
  return faults
}

async function eventually(holds: () => boolean | Promise<boolean>, otherwise: string | (() => string)): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(typeof otherwise === "string" ? otherwise : otherwise())
    await pause(LOOK_EVERY_MS)
  }
}
