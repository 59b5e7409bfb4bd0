/** One run from one seed: a time of trade with faults, then quiet; the invariants of sync hold all the way. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { HubStore } from "../../hub/storage/index.ts"
import { conflictsOf } from "../../protocol/rules/orders/order-conflicts.ts"
import { createEstate, type Estate } from "./estate.ts"
import { calmed, drawRates, type Fault, type Rates } from "./faults.ts"
import { assertAgreed, createWatch, storeOf } from "./invariants.ts"
import { assertDelivered } from "./outside-invariants.ts"
import { type Pace, RUSH, type Span, whenOpen } from "./pace.ts"
import { NOTHING_PLANTED, type Plant } from "./planted/plant.ts"
import { createRandom } from "./random.ts"
import { endFault, injectFault } from "./run-faults.ts"
import { createWorld } from "./world.ts"

const MEMORY_DIR = "/dev/shm"
const TRADE_MS = 120_000
/** Once faults stop, everything converges within this time. */
const QUIET_MS = 120_000
/** Receivers that were away are asked again more and more rarely; and what was to be at a time waits for it also where a clock was set back by two days. */
const TELL_MS = 60 * 3_600_000
const AFTERWARDS_MS = 48 * 3_600_000
const HUBS_MAX = 3
const GUESTS = { low: 50, high: 250 }
/** One in so many seeds runs on real files, without what needs a copy of a disk. */
const ON_FILES_EVERY = 50

export interface RunOptions {
  readonly stores?: number
  readonly tradeMs?: number
  readonly plant?: Plant
  readonly pace?: Pace
}

export interface RunReport {
  readonly seen: ReadonlyMap<Fault, number>
  readonly sales: number
  readonly orders: number
  readonly answers: number
  readonly told: number
  /** Orders that both sides had accepted before they agreed. */
  readonly duplicates: number
  /** Of what hub or store acknowledged of them, what the store refused. */
  readonly conflicts: number
  /** Orders that both sides had numbered. */
  readonly numberedTwice: number
}

export async function runSeed(seed: number, options: RunOptions = {}): Promise<RunReport> {
  const { stores = 3, tradeMs = TRADE_MS, plant = NOTHING_PLANTED, pace = RUSH } = options
  const random = createRandom(seed)
  const drawn = calmed(drawRates(random), pace.calmer)
  const isOnFiles = seed % ON_FILES_EVERY === 0
  const world = createWorld(random, isOnFiles ? forFiles(drawn) : drawn, pace)
  const storeIds = Array.from({ length: stores }, (_, index) => `store-${index + 1}`)
  const hubs = isOnFiles ? 1 : 1 + random.whole(HUBS_MAX)
  const dir = mkdtempSync(join(existsSync(MEMORY_DIR) ? MEMORY_DIR : tmpdir(), "brasa-simulation-"))
  const estate = await createEstate({ world, storeIds, hubs, plant, dir, isOnFiles })
  try {
    return await live(estate, { tradeMs, pace })
  } finally {
    await estate.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function live(estate: Estate, { tradeMs, pace }: { tradeMs: number; pace: Pace }): Promise<RunReport> {
  const { world, storeIds } = estate
  const store = await storeOf(estate)
  const watch = createWatch(estate, store)
  for (const storeId of storeIds) trade(estate, { storeId, until: tradeMs, pace, look: () => watch.look(storeId) })
  injectFault(estate, tradeMs, watch.forget)
  await world.runUntil(tradeMs)
  world.calm()
  endFault(estate)
  await world.runUntil(tradeMs + QUIET_MS)
  for (const storeId of storeIds) await watch.look(storeId)
  await assertAgreed(estate, store)
  await assertStops(estate, store)
  return report(estate)
}

/** Whoever was away hears of everything in the end, and nothing is sent once all have heard. */
async function assertStops(estate: Estate, store: HubStore): Promise<void> {
  const { world, receivers } = estate
  for (const storeId of estate.storeIds) for (const box of estate.boxesOf(storeId)) box.destroy()
  await world.runUntil(world.time() + TELL_MS)
  await assertDelivered(estate, store)
  const total = receivers.total()
  await world.runUntil(world.time() + AFTERWARDS_MS)
  if (receivers.total() !== total) throw new Error("an event was sent again long after it had been taken")
}

function report({ world, ledger, duplicates, storeIds, boxesOf, answers, receivers }: Estate): RunReport {
  const orders = storeIds.reduce(
    (sum, id) => sum + boxesOf(id).reduce((own, box) => own + box.read.down().orders, 0),
    0,
  )
  const conflicts = duplicates
    .map(({ storeId, externalId }) => boxesOf(storeId)[0]?.read.order(externalId))
    .reduce((sum, order) => sum + (order ? conflictsOf(order).length : 0), 0)
  const onBoth = duplicates.filter(({ accepted }) => accepted.hub !== undefined && accepted.store !== undefined).length
  const numberedTwice = duplicates.filter(({ acknowledged }) => {
    return new Set(acknowledged.filter(({ what }) => what === "number").map(({ key }) => key)).size > 1
  }).length
  return {
    seen: world.seen,
    duplicates: onBoth,
    numberedTwice,
    conflicts,
    sales: [...ledger.all()].length,
    orders,
    answers: answers.size,
    told: receivers.total(),
  }
}

/** A real file is not put back, nor copied. */
function forFiles(rates: Rates): Rates {
  const upheavals = [
    "store restored from backup",
    "old copy put back",
    "database damaged",
    "hub restored from backup",
    "two boxes with one identity",
  ] as const
  return { ...rates, ...Object.fromEntries(upheavals.map((fault) => [fault, 0])) }
}

interface Trading {
  readonly storeId: string
  readonly until: number
  readonly pace: Pace
  readonly look: () => Promise<void>
}

function trade(estate: Estate, { storeId, until, pace, look }: Trading): void {
  const { world } = estate
  const { random } = world
  const repeat = (every: Span, work: () => void | Promise<void>) => {
    const at = whenOpen(pace, world.time(), random.between(every.low, every.high))
    world.after(at - world.time(), async () => {
      if (world.time() >= until) return
      await work()
      repeat(every, work)
    })
  }
  repeat(pace.sale, () => sell(estate, storeId, pace))
  repeat(pace.order, () => estate.createOrder(storeId))
  repeat(pace.number, () => estate.anyHub()?.number(storeId))
  repeat(pace.question, () => estate.ask(storeId))
  repeat(pace.look, look)
}

/** At any of the boxes that stand for it. */
function sell({ world, boxesOf }: Estate, storeId: string, { queues }: Pace): void {
  const box = world.random.pick(boxesOf(storeId))
  const guests = world.random.happens(queues) ? world.random.between(GUESTS.low, GUESTS.high) : 1
  for (let guest = 0; guest < guests; guest++) box.sell()
}
