/** One run from one seed: a time of trade with faults, then quiet; the invariants of sync hold all the way. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { faultOf } from "./fiscal-work.ts"
import { createHubNode, type HubNode } from "./hub-node.ts"
import { createRandom, type Random } from "./random.ts"
import { createStoreNode, type StoreNode } from "./store-node.ts"
import { createWorld, FAULTS, type Fault, type World } from "./world.ts"

/** The simulated power fails, the real one does not: files in memory are as good here, and much quicker. */
const MEMORY_DIR = "/dev/shm"
const TRADE_MS = 180_000
/** Once faults stop, everything converges within this time. */
const QUIET_MS = 120_000
const SELL_EVERY_MS = { low: 200, high: 8_000 }
const CREATE_EVERY_MS = { low: 1_000, high: 20_000 }
const NUMBER_EVERY_MS = { low: 1_000, high: 20_000 }
const ASK_EVERY_MS = { low: 2_000, high: 30_000 }

/** The highest rate of each fault; a run draws its own below it, and leaves some out altogether. */
const RATE_MAX: Readonly<Record<Fault, number>> = {
  loss: 0.3,
  duplication: 0.3,
  reordering: 0.5,
  delay: 0.1,
  partition: 0.7,
  "half-open": 0.4,
  "store crash before commit": 0.03,
  "store crash after commit": 0.03,
  "hub crash before commit": 0.02,
  "hub crash after commit": 0.02,
  "poison op": 0.05,
}

export interface RunOptions {
  readonly stores?: number
  readonly tradeMs?: number
}

export interface RunReport {
  readonly seen: ReadonlyMap<Fault, number>
  readonly sales: number
  readonly orders: number
  readonly answers: number
}

export class InvariantBroken extends Error {
  override readonly name = "InvariantBroken"
}

export async function runSeed(
  seed: number,
  { stores: count = 3, tradeMs = TRADE_MS }: RunOptions = {},
): Promise<RunReport> {
  const random = createRandom(seed)
  const world = createWorld(random, drawRates(random))
  const dir = mkdtempSync(join(existsSync(MEMORY_DIR) ? MEMORY_DIR : tmpdir(), "brasa-simulation-"))
  const storeIds = Array.from({ length: count }, (_, index) => `store-${index + 1}`)
  const { hub, stores } = await build(world, storeIds, dir)
  try {
    const watch = createWatch(hub, stores)
    for (const store of stores) trade(world, { hub, store, until: tradeMs, watch })
    await world.runUntil(tradeMs)
    world.calm()
    await world.runUntil(tradeMs + QUIET_MS)
    const totals = { sales: 0, orders: 0 }
    for (const store of stores) {
      await watch(store)
      await assertAgreed(hub, store)
      totals.sales += store.sales().length
      totals.orders += store.orders().length
    }
    assertAnswers(hub, stores)
    await assertNumbers(hub, stores)
    return { seen: world.seen, ...totals, answers: hub.answers().size }
  } finally {
    for (const store of stores) store.close()
    await hub.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function build(world: World, storeIds: readonly string[], dir: string) {
  const stores: StoreNode[] = []
  const find = (storeId: string) => stores.find((store) => store.storeId === storeId)
  const hub = await createHubNode({
    world,
    path: join(dir, "hub.db"),
    storeIds,
    toStore: (storeId, topic, payload) => world.carry(() => find(storeId)?.receive(topic, payload)),
    onDown: () => {
      for (const store of stores) store.cut()
    },
  })
  for (const storeId of storeIds) {
    stores.push(
      createStoreNode({
        world,
        storeId,
        path: join(dir, `${storeId}.db`),
        toHub: (topic, payload) => world.carry(() => hub.receive(topic, payload)),
        isHubUp: hub.isUp,
      }),
    )
  }
  return { hub, stores }
}

/** Each run leaves out about a third of the faults: what only shows when another fault is absent shows too. */
function drawRates(random: Random): Record<Fault, number> {
  const draw = (fault: Fault) => (random.happens(0.35) ? 0 : random.next() * RATE_MAX[fault])
  return Object.fromEntries(FAULTS.map((fault) => [fault, draw(fault)])) as Record<Fault, number>
}

interface Trading {
  readonly hub: HubNode
  readonly store: StoreNode
  readonly until: number
  readonly watch: Watch
}

function trade(world: World, { hub, store, until, watch }: Trading): void {
  const { random } = world
  const repeat = (every: { low: number; high: number }, work: () => void | Promise<void>) => {
    world.after(random.between(every.low, every.high), async () => {
      if (world.time() >= until) return
      await work()
      await watch(store)
      repeat(every, work)
    })
  }
  repeat(SELL_EVERY_MS, () => {
    // Now and then a queue of guests: more than one batch carries it.
    const guests = random.happens(0.02) ? random.between(50, 400) : 1
    for (let guest = 0; guest < guests; guest++) store.sell()
  })
  repeat(CREATE_EVERY_MS, () => hub.createOrder(store.storeId))
  repeat(NUMBER_EVERY_MS, () => hub.number(store.storeId))
  repeat(ASK_EVERY_MS, () => hub.ask(store.storeId))
}

type Watch = (store: StoreNode) => Promise<void>

/** Invariant 2 while the run goes on: prefixes, and watermarks that never fall. */
function createWatch(hub: HubNode, stores: readonly StoreNode[]): Watch {
  const last = new Map(stores.map(({ storeId }) => [storeId, { applied: 0, down: 0 }]))
  return async (store) => {
    const before = last.get(store.storeId) ?? { applied: 0, down: 0 }
    const line = await hub.line(store.storeId)
    const applied = line.current?.applied ?? 0
    const { sold, parked } = await hub.counts(store.storeId)
    const { sales, orders, appliedDown: down } = store.counts()
    assert(sold + parked === applied, `the hub has ${sold} sales, ${parked} parked and a watermark of ${applied}`)
    assert(applied <= sales, `the hub has ${applied} sales of a store that made ${sales}`)
    assert(applied >= before.applied, `the watermark fell from ${before.applied} to ${applied}`)
    assert(down <= line.downHead, `the store applied ${down} of ${line.downHead}`)
    assert(down >= before.down, `the store's watermark fell from ${before.down} to ${down}`)
    assert(orders === down, `the store has ${orders} orders and a watermark of ${down}`)
    last.set(store.storeId, { applied, down })
  }
}

/** Invariants 1 and 2 and convergence, once it is quiet. */
async function assertAgreed(hub: HubNode, store: StoreNode): Promise<void> {
  const { storeId } = store
  const made = store.sales()
  const kept = await hub.sales(storeId)
  const { parked } = await hub.counts(storeId)
  assert(
    made.length === kept.length + parked,
    `${storeId} made ${made.length}, the hub has ${kept.length} and parked ${parked}`,
  )
  assert(
    kept.every((sale, index) => index === 0 || sale.n > (kept[index - 1]?.n ?? 0)),
    `${storeId}: the hub's copy is out of order`,
  )
  const byNumber = new Map(made.map(({ n, amount }) => [n, amount]))
  assert(
    kept.every(({ n, amount }) => byNumber.get(n) === amount),
    `${storeId}: an amount changed on the way`,
  )
  assert(isCounting(store.orders()), `${storeId} got its orders out of order`)
  assert(store.orders().length === (await hub.orders(storeId)).length, `${storeId} has not got every order`)
  const { unsent, fenced, stuck, parked: parkedDown } = store.status()
  assert(unsent === 0 && !fenced && !stuck && parkedDown === 0, `${storeId} says ${JSON.stringify(store.status())}`)
}

/** Invariant 6: no number twice, none without a record; the hub keeps every one that a store drew, but for ops that were parked. */
async function assertNumbers(hub: HubNode, stores: readonly StoreNode[]): Promise<void> {
  const kept = await hub.documents()
  const drawn = stores.flatMap((store) => store.documents())
  const fault = faultOf([...drawn, ...kept.filter(({ side }) => side === "hub")])
  assert(fault === null, fault ?? "")
  const known = new Set(kept.map(({ fiscalRequestId }) => fiscalRequestId))
  const missing = drawn.filter(({ fiscalRequestId }) => !known.has(fiscalRequestId)).length
  let parked = 0
  for (const { storeId } of stores) parked += (await hub.counts(storeId)).parked
  assert(missing <= parked, `the hub lacks ${missing} documents and parked ${parked} ops`)
}

/** Invariant 3: one request, one answer, done once. */
function assertAnswers(hub: HubNode, stores: readonly StoreNode[]): void {
  for (const [request, answers] of hub.answers()) {
    assert(new Set(answers).size === 1, `request ${request} got different answers`)
  }
  for (const store of stores) {
    const done = store.commands()
    assert(new Set(done).size === done.length, `${store.storeId} did one request twice`)
  }
}

function isCounting(numbers: readonly number[]): boolean {
  return numbers.every((n, index) => n === index + 1)
}

function assert(holds: boolean, message: string): void {
  if (!holds) throw new InvariantBroken(message)
}
