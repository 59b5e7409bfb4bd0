/** A store without a line for 72 hours that goes on selling: while it is away nothing piles up but rows on its disk; then all of it arrives, once and in order. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { up } from "../../protocol/mqtt/cloud.ts"
import { BATCH_MAX, IN_FLIGHT_MAX, MESSAGE_BYTES_MAX } from "../../protocol/sync/limits.ts"
import { unpackMessage } from "../../runtime/mqtt/gzip-message.ts"
import { tempDir } from "../kit/temp.ts"
import { createEstate, type Estate } from "./estate.ts"
import { only } from "./faults.ts"
import { assertAgreed, createWatch, storeOf } from "./invariants.ts"
import { NOTHING_PLANTED } from "./planted/plant.ts"
import { createRandom } from "./random.ts"
import { createWorld } from "./world.ts"

const HOUR_MS = 3_600_000
const AWAY_MS = 72 * HOUR_MS
/** From then on the cable is in again, but no process of the hub lives to hear the store. */
const UNHEARD_FROM_MS = 70 * HOUR_MS
const SALES = 12_000
const SELL_EVERY_MS = AWAY_MS / SALES
const ORDER_EVERY_MS = HOUR_MS / 10
const QUIET_MS = 120_000
/** Timers, and messages on their way, of two hub processes and a box. */
const PENDING_MAX = 20
/** A box that nobody answers says the same again, and at last once a minute: what is on its way, its state, and what it asks. */
const REPEATS_PER_HOUR_MAX = 65 * (IN_FLIGHT_MAX + 3)
/**
 * From the 15th hour to the 60th: what the test itself notes of each sale, and what the engine compiles when it likes, some 1.2 MB
 * together. Ops kept with their bodies would be 4 MB.
 */
const HEAP_MAX_BYTES = 2.5 * 1024 * 1024

describe("a store that is cut off for 72 hours", () => {
  it(`sells ${SALES} times without growing memory, and converges`, { timeout: 200_000 }, async () => {
    const { estate, batches, sent } = await open()
    const { world } = estate
    const store = await storeOf(estate)
    const watch = createWatch(estate, store)
    // No fault but this one.
    world.calm()
    await world.runUntil(5_000)
    const start = world.time()
    live(estate, start + AWAY_MS)
    const box = estate.boxesOf("store-1")[0]
    box?.unplug(start + UNHEARD_FROM_MS)
    const pending: number[] = []
    const heap: number[] = []
    for (let hour = 1; hour < 72; hour += 1) {
      await world.runUntil(start + hour * HOUR_MS)
      if (hour * HOUR_MS === UNHEARD_FROM_MS - HOUR_MS) for (const hub of estate.hubs()) hub.stop()
      pending.push(world.pending())
      if (hour % 15 === 0) heap.push(collected())
    }
    const before = box?.status()
    expect(before).toMatchObject({ fenced: false, stuck: false })
    expect(before?.unsent).toBeGreaterThan(SALES * 0.95)
    expect(Math.max(...pending)).toBeLessThan(PENDING_MAX)
    expect(busiestHour(sent)).toBeLessThan(REPEATS_PER_HOUR_MAX)
    expect((heap.at(-1) ?? 0) - (heap[0] ?? 0)).toBeLessThan(HEAP_MAX_BYTES)
    await world.runUntil(start + AWAY_MS)
    const away = batches.length
    for (const hub of estate.hubs()) hub.start()
    await world.runUntil(start + AWAY_MS + QUIET_MS)
    await watch.look("store-1")
    await assertAgreed(estate, store)
    const after = batches.slice(away)
    expect(after.reduce((sum, ops) => sum + ops, 0)).toBeGreaterThanOrEqual(before?.unsent ?? 0)
    expect(Math.max(...after)).toBeLessThanOrEqual(BATCH_MAX)
    // As few as hold them all, and what was said again once more.
    expect(after.length).toBeLessThanOrEqual(Math.ceil(SALES / BATCH_MAX) + IN_FLIGHT_MAX)
    await estate.close()
  })
})

async function open() {
  const world = createWorld(createRandom(72), only())
  /** How many ops each batch carried. */
  const batches: number[] = []
  const sent: number[] = []
  const onSent = (_storeId: string, topic: string, payload: string | Uint8Array) => {
    sent.push(world.time())
    const whole = typeof payload === "string" ? payload : unpackMessage(payload, MESSAGE_BYTES_MAX)
    const read = up.parse(topic) && whole !== null ? up.decode(whole) : null
    if (read?.ok) batches.push(read.message.ops.length)
  }
  const estate = await createEstate({
    world,
    storeIds: ["store-1"],
    hubs: 2,
    plant: NOTHING_PLANTED,
    dir: tempDir(),
    isOnFiles: false,
    onSent,
  })
  return { estate, batches, sent }
}

/** Guests, and orders that come by the hub as long as it lives. */
function live(estate: Estate, until: number): void {
  const { world } = estate
  const every = (ms: number, work: () => unknown) =>
    world.after(ms, async () => {
      if (world.time() >= until) return
      await work()
      every(ms, work)
    })
  every(SELL_EVERY_MS, () => estate.boxesOf("store-1")[0]?.sell())
  every(ORDER_EVERY_MS, () => estate.createOrder("store-1"))
}

function busiestHour(times: readonly number[]): number {
  const hours = new Map<number, number>()
  for (const at of times) hours.set(Math.floor(at / HOUR_MS), (hours.get(Math.floor(at / HOUR_MS)) ?? 0) + 1)
  return Math.max(0, ...hours.values())
}

/** What is really held. */
function collected(): number {
  setFlagsFromString("--expose-gc")
  ;(runInNewContext("gc") as () => void)()
  return process.memoryUsage().heapUsed
}
