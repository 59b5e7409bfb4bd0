/** A run of the fleet: all connect, sell and are heard, some vanish and come back, all is acknowledged; then perhaps the broker restarts. */
import { readFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import { openHub } from "../../hub/composition/operator.ts"
import { reading } from "../../hub/sync/sync-tables.ts"
import { systemClock } from "../../runtime/clock.ts"
import { createIds } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import { createFleetStore, type FleetStore } from "./fleet-store.ts"
import { type Load, startLoad } from "./load.ts"
import { createMeter, type FleetCounts, type FleetMeter, type Waits } from "./meter.ts"
import type { FleetOptions } from "./options.ts"
import { openServers, type Servers } from "./servers.ts"
import { type HubFigures, signIn, watchHubs } from "./watch-hubs.ts"

/** Connections that are begun in one go. */
const TOGETHER = 50
const LOOK_EVERY_MS = 50
const SAY_EVERY_MS = 5_000
const PATIENCE_MS = 300_000
/** Of the run: when the stores vanish, and when they are back. */
const VANISH_AT = 0.1
const RETURN_AT = 0.85
const NOTICE_MS = 1_000

export interface FleetFigures extends FleetCounts {
  readonly at: string
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly load: number }
  readonly asked: Omit<FleetOptions, "json">
  readonly connect: {
    readonly ms: number
    readonly memoryBefore: number
    readonly memoryAfter: number
    readonly kibAStore: number
  }
  readonly made: number
  /** Orders acknowledged a second while they were made. */
  readonly perSecond: number
  /** Ops that were not acknowledged, looked at each second; and how long the last of them took once nothing more was made. */
  readonly lag: { readonly typical: number; readonly most: number; readonly drainedMs: number }
  readonly hub: HubFigures
  /** Of those that vanished: the last will was heard at once; an outage was declared. `atHub`: orders that it has in the end. */
  readonly outages: { readonly vanished: number; readonly wills: number; readonly declared: number }
  readonly atHub: { readonly orders: number; readonly parked: number }
  readonly storm: { readonly awayMs: number; readonly back: Waits } | null
}

export async function runFleet(options: FleetOptions, say: (line: string) => void): Promise<FleetFigures> {
  say(`${options.stores} stores are claimed`)
  const servers = await openServers(options)
  const meter = createMeter()
  const ids = createIds({ clock: systemClock })
  const stores = servers.claimed.places.map((place) => createFleetStore(place, { epoch: ids.uuid(), meter }))
  try {
    const cookie = await signIn(servers.hubs[0]?.url ?? "", servers.claimed.linkToken)
    const connect = await connectAll(servers, stores, say)
    const watch = watchHubs(servers.hubs, cookie)
    const load = startLoad({ ...options, stores, ids })
    const { wills, lags, perSecond, declared } = await sellOn({ options, servers, stores, meter, load, say })
    load.stop()
    const from = performance.now()
    await until(() => stores.every((store) => store.unsent() === 0), "some ops were not acknowledged")
    const drainedMs = Math.round(performance.now() - from)
    const hub = watch.stop()
    const atHub = await readDatabase(servers)
    const storm = options.storm ? await storms(servers, stores, { meter, say }) : null
    const { json: _json, ...asked } = options
    const sorted = lags.toSorted((a, b) => a - b)
    return {
      ...{
        at: new Date().toISOString(),
        machine: machine(),
        asked,
        ...meter.read(),
        connect,
        made: load.made(),
        perSecond,
      },
      lag: { typical: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0, drainedMs },
      ...{ hub, outages: { vanished: options.away, wills, declared }, atHub, storm },
    }
  } finally {
    await Promise.all(stores.map((store) => store.stop()))
    await servers.stop()
  }
}

async function connectAll(servers: Servers, stores: readonly FleetStore[], say: (line: string) => void) {
  const memory = () => Math.max(...servers.hubs.map((hub) => hub.running().memory()))
  const memoryBefore = Math.round(memory())
  const from = performance.now()
  for (let first = 0; first < stores.length; first += TOGETHER) {
    const some = stores.slice(first, first + TOGETHER)
    for (const store of some) store.connect(servers.mqttUrl)
    await until(() => some.every((store) => store.isUp()), "some stores did not come in")
  }
  const ms = Math.round(performance.now() - from)
  const memoryAfter = Math.round(memory())
  const kibAStore = Math.round(((memoryAfter - memoryBefore) * 1_024) / stores.length)
  say(`all are connected after ${(ms / 1_000).toFixed(1)} s; ${memoryBefore} MiB became ${memoryAfter}`)
  return { ms, memoryBefore, memoryAfter, kibAStore }
}

interface Selling {
  readonly options: FleetOptions
  readonly servers: Servers
  readonly stores: readonly FleetStore[]
  readonly meter: FleetMeter
  readonly load: Load
  readonly say: (line: string) => void
}

async function sellOn({ options, servers, stores, meter, load, say }: Selling) {
  const from = performance.now()
  const lags: number[] = []
  const unsent = () => stores.reduce((sum, store) => sum + store.unsent(), 0)
  const look = setInterval(() => lags.push(unsent()), 1_000)
  const tell = setInterval(() => {
    const { orders, onLine } = meter.read()
    const memory = Math.max(...servers.hubs.map((hub) => hub.running().memory())).toFixed(0)
    say(
      `${((performance.now() - from) / 1_000).toFixed(0)} s: ${load.made()} orders, ${orders} acknowledged, p50 ${onLine.p50} p99 ${onLine.p99} ms, ${unsent()} ops waiting, ${memory} MiB`,
    )
  }, SAY_EVERY_MS)
  try {
    const reach = (share: number) => pause(Math.max(0, from + share * options.seconds * 1_000 - performance.now()))
    const leavers = stores.slice(0, options.away)
    await reach(VANISH_AT)
    await Promise.all(leavers.map((store) => store.vanish()))
    const backAt = from + RETURN_AT * options.seconds * 1_000
    let wills = 0
    while (wills < leavers.length && performance.now() + NOTICE_MS < backAt) {
      await pause(NOTICE_MS)
      wills = await countOffline(servers)
    }
    await reach(RETURN_AT)
    const declared = await countOutages(servers)
    for (const store of leavers) store.connect(servers.mqttUrl)
    await reach(1)
    const perSecond = Math.round((meter.read().orders / ((performance.now() - from) / 1_000)) * 10) / 10
    return { wills, declared, lags, perSecond }
  } finally {
    clearInterval(look)
    clearInterval(tell)
  }
}

async function storms(
  servers: Servers,
  stores: readonly FleetStore[],
  { meter, say }: { meter: FleetMeter; say: (line: string) => void },
) {
  const gone = performance.now()
  await servers.restartBroker()
  const from = performance.now()
  say(`the broker was away for ${((from - gone) / 1_000).toFixed(1)} s`)
  await until(() => stores.every((store) => store.isUp()), "some stores did not come back")
  return { awayMs: Math.round(from - gone), back: meter.connectsSince(gone) }
}

function countOffline(servers: Servers): Promise<number> {
  return atDatabase(servers, async (scope) => {
    const query = reading(scope)
      .selectFrom("store_link")
      .select(({ fn }) => fn.countAll<number>().as("n"))
    return Number((await query.where("online", "=", 0).where("session", ">", 0).executeTakeFirst())?.n ?? 0)
  })
}

function countOutages(servers: Servers): Promise<number> {
  return atDatabase(servers, async ({ db }) => {
    const query = db.selectFrom("component_outage").select(({ fn }) => fn.countAll<number>().as("n"))
    return Number((await query.where("component_type", "=", "appliance").executeTakeFirst())?.n ?? 0)
  })
}

function readDatabase(servers: Servers): Promise<FleetFigures["atHub"]> {
  return atDatabase(servers, async (scope) => {
    const orders = await scope.db
      .selectFrom("orders")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirst()
    const parked = await reading(scope)
      .selectFrom("parked_op")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirst()
    return { orders: Number(orders?.n ?? 0), parked: Number(parked?.n ?? 0) }
  })
}

type Scope = Parameters<typeof reading>[0]

async function atDatabase<T>({ where }: Servers, look: (scope: Scope) => Promise<T>): Promise<T> {
  const { context, close } = await openHub({ ...where, logLevel: "silent" }, { log: silentLog })
  return context.store.system.read(look).finally(close)
}

async function until(holds: () => boolean, otherwise: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(otherwise)
    await pause(LOOK_EVERY_MS)
  }
}

function machine(): FleetFigures["machine"] {
  const model = cpus()[0]?.model ?? readFileSync("/proc/cpuinfo", "utf8").slice(0, 1)
  return { cpu: model, cores: cpus().length, node: process.version, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 }
}
