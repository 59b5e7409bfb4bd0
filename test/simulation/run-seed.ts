/** One run from one seed: a time of trade with faults, then quiet; the invariants of sync hold all the way. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { HubStore } from "../../hub/storage/index.ts"
import { createEstate, type Estate } from "./estate.ts"
import { drawRates, type Fault, type Rates } from "./faults.ts"
import { assertAgreed, createWatch, storeOf } from "./invariants.ts"
import { assertTold } from "./outside-invariants.ts"
import { NOTHING_PLANTED, type Plant } from "./planted/plant.ts"
import { createRandom } from "./random.ts"
import { endTrouble, makeTrouble } from "./trouble.ts"
import { createWorld } from "./world.ts"

const MEMORY_DIR = "/dev/shm"
const TRADE_MS = 120_000
/** Once faults stop, everything converges within this time. */
const QUIET_MS = 120_000
/** Receivers that were away are asked again more and more rarely; and what was to be at a time waits for it also where a clock was set back by two days. */
const TELL_MS = 60 * 3_600_000
const AFTERWARDS_MS = 48 * 3_600_000
const HUBS_MAX = 3
const SELL_EVERY_MS = { low: 200, high: 8_000 }
const CREATE_EVERY_MS = { low: 1_000, high: 20_000 }
const NUMBER_EVERY_MS = { low: 1_000, high: 20_000 }
const ASK_EVERY_MS = { low: 2_000, high: 30_000 }
const LOOK_EVERY_MS = { low: 4_000, high: 12_000 }
/** One in so many seeds runs on real files, without what needs a copy of a disk. */
const ON_FILES_EVERY = 50

export interface RunOptions {
  readonly stores?: number
  readonly tradeMs?: number
  readonly plant?: Plant
  /** So many times longer waits between two sales, orders, questions: a quiet shop. */
  readonly pace?: number
}

export interface RunReport {
  readonly seen: ReadonlyMap<Fault, number>
  readonly sales: number
  readonly orders: number
  readonly answers: number
  readonly told: number
}

export async function runSeed(seed: number, options: RunOptions = {}): Promise<RunReport> {
  const { stores = 3, tradeMs = TRADE_MS, plant = NOTHING_PLANTED, pace = 1 } = options
  const random = createRandom(seed)
  const drawn = drawRates(random)
  const isOnFiles = seed % ON_FILES_EVERY === 0
  const world = createWorld(random, isOnFiles ? forFiles(drawn) : drawn)
  const storeIds = Array.from({ length: stores }, (_, index) => `store-${index + 1}`)
  const hubs = isOnFiles ? 1 : 1 + random.whole(HUBS_MAX)
  const dir = isOnFiles ? mkdtempSync(join(existsSync(MEMORY_DIR) ? MEMORY_DIR : tmpdir(), "brasa-simulation-")) : null
  const estate = await createEstate({ world, storeIds, hubs, plant, ...(dir !== null && { dir }) })
  try {
    return await live(estate, { tradeMs, pace })
  } finally {
    await estate.close()
    if (dir !== null) rmSync(dir, { recursive: true, force: true })
  }
}

async function live(estate: Estate, { tradeMs, pace }: { tradeMs: number; pace: number }): Promise<RunReport> {
  const { world, storeIds } = estate
  const store = await storeOf(estate)
  const watch = createWatch(estate, store)
  for (const storeId of storeIds) trade(estate, { storeId, until: tradeMs, pace, look: () => watch.look(storeId) })
  makeTrouble(estate, tradeMs, watch.forget)
  await world.runUntil(tradeMs)
  world.calm()
  endTrouble(estate)
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
  await assertTold(estate, store)
  const total = receivers.total()
  await world.runUntil(world.time() + AFTERWARDS_MS)
  if (receivers.total() !== total) throw new Error("an event was sent again long after it had been taken")
}

function report({ world, ledger, storeIds, boxesOf, answers, receivers }: Estate): RunReport {
  const orders = storeIds.reduce(
    (sum, id) => sum + boxesOf(id).reduce((own, box) => own + box.read.down().orders, 0),
    0,
  )
  return { seen: world.seen, sales: [...ledger.all()].length, orders, answers: answers.size, told: receivers.total() }
}

/** A real file is not put back, nor copied. */
function forFiles(rates: Rates): Rates {
  const upheavals = ["store restored from backup", "hub restored from backup", "two boxes with one identity"] as const
  return { ...rates, ...Object.fromEntries(upheavals.map((fault) => [fault, 0])) }
}

interface Trading {
  readonly storeId: string
  readonly until: number
  readonly pace: number
  readonly look: () => Promise<void>
}

function trade(estate: Estate, { storeId, until, pace, look }: Trading): void {
  const { world } = estate
  const { random } = world
  const repeat = (every: { low: number; high: number }, work: () => void | Promise<void>) => {
    world.after(random.between(every.low * pace, every.high * pace), async () => {
      if (world.time() >= until) return
      await work()
      repeat(every, work)
    })
  }
  repeat(SELL_EVERY_MS, () => sell(estate, storeId))
  repeat(CREATE_EVERY_MS, () => estate.createOrder(storeId))
  repeat(NUMBER_EVERY_MS, () => estate.anyHub()?.number(storeId))
  repeat(ASK_EVERY_MS, () => estate.ask(storeId))
  repeat(LOOK_EVERY_MS, look)
}

/** At any of the boxes that stand for it; now and then a queue of guests, so that more than one batch carries it. */
function sell({ world, boxesOf }: Estate, storeId: string): void {
  const box = world.random.pick(boxesOf(storeId))
  const guests = world.random.happens(0.02) ? world.random.between(50, 250) : 1
  for (let guest = 0; guest < guests; guest++) box.sell()
}
