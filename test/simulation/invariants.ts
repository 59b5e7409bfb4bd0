/** The groups of invariants of sync, looked at while the run goes on and when it has become quiet. */
import { createHubStore, type HubStore, type Tenant } from "../../hub/storage/index.ts"
import { readSyncState } from "../../hub/sync/sync-state-store.ts"
import { assert } from "./assert.ts"
import { assertDuplicates } from "./duplicate-invariants.ts"
import type { Estate } from "./estate.ts"
import { tenantOf } from "./fiscal-work.ts"
import { query } from "./hub-disk.ts"
import { COMMAND_TIMEOUT_MS } from "./hub-process.ts"
import type { SaleRecord } from "./hub-rooms.ts"
import type { Made } from "./ledger.ts"
import { assertNumbers } from "./outside-invariants.ts"

/** Of what waits anywhere: messages on their way, timers, work to do; for each machine. */
const PENDING_MAX = 1_000

interface HubSale extends Tenant {
  readonly place: number
  readonly uid: number
  readonly amount: number
}

export interface Watch {
  /** What has come since the last look. */
  look(storeId: string): Promise<void>
  /** The hub is another one than before. */
  forget(): void
}

interface Seen {
  place: number
  /** Of each life, how many of its sales the hub has, parked ones too. */
  readonly next: Map<number, number>
  readonly parked: Set<number>
  readonly applied: Map<string, number>
  readonly sessions: Map<string, number>
  readonly down: Map<string, number>
}

/** Groups 1, 2 and 5 while the run goes on: the hub's copy is a prefix of each life's log, once each, in order, of the right tenant; no watermark falls. */
export function createWatch(estate: Estate, store: HubStore): Watch {
  const fresh = (): Seen => ({
    place: 0,
    next: new Map(),
    parked: new Set(),
    applied: new Map(),
    sessions: new Map(),
    down: new Map(),
  })
  let seen = new Map(estate.storeIds.map((storeId) => [storeId, fresh()]))
  const look = async (storeId: string) => {
    const of = seen.get(storeId) ?? fresh()
    for (const sale of await salesAfter(store, storeId, of.place)) await take(of, sale, storeId)
    const state = (await store.system.read((scope) => readSyncState(scope, storeId)))?.state
    for (const { epoch, applied } of [state?.current, ...(state?.fenced ?? [])].flatMap((one) => one ?? [])) {
      const before = of.applied.get(epoch) ?? 0
      assert(applied >= before, `${storeId}: the watermark of ${epoch} fell from ${before} to ${applied}`)
      of.applied.set(epoch, applied)
    }
    if (state?.current) lookSession(of, state.current.epoch, state.session)
    lookDown(estate, { storeId, of, downHead: state?.downHead ?? 0 })
    assert(estate.world.pending() < PENDING_MAX * estate.storeIds.length, `${estate.world.pending()} things wait`)
  }
  const take = async (of: Seen, sale: HubSale, storeId: string) => {
    const made = check(estate, storeId, sale)
    of.place = sale.place
    const next = of.next.get(made.life) ?? 0
    if (made.place > next) for (const uid of await parkedOf(store, storeId)) of.parked.add(uid)
    const between = estate.ledger.ofLife(made.life).slice(next, made.place)
    const missing = between.find(({ uid }) => !of.parked.has(uid))
    assert(made.place >= next, `${storeId}: sale ${sale.uid} came to the hub twice, or late`)
    assert(!missing, `${storeId}: sale ${sale.uid} came to the hub before ${missing?.uid}`)
    of.next.set(made.life, made.place + 1)
  }
  return {
    look,
    forget: () => {
      seen = new Map(estate.storeIds.map((storeId) => [storeId, fresh()]))
    },
  }
}

/** Within an epoch a box counts its sessions up: what it said in an earlier one and came late counts not. */
function lookSession(of: Seen, epoch: string, session: number): void {
  const before = of.sessions.get(epoch) ?? 0
  assert(session >= before, `the session of ${epoch} fell from ${before} to ${session}`)
  of.sessions.set(epoch, session)
}

function lookDown(estate: Estate, { storeId, of, downHead }: { storeId: string; of: Seen; downHead: number }): void {
  const isWhole = !estate.upheavals.has(storeId) && !estate.upheavals.has("hub")
  const box = estate.boxesOf(storeId)[0]
  if (!isWhole || !box) return
  const { orders, numbers, applied } = box.read.down()
  assert(applied <= downHead, `${storeId} applied ${applied} of ${downHead}`)
  assert(
    orders + numbers === applied,
    `${storeId} has ${orders} orders, ${numbers} numbers and a watermark of ${applied}`,
  )
  assert(applied >= (of.down.get("") ?? 0), `${storeId}: the watermark fell to ${applied}`)
  of.down.set("", applied)
}

function check({ ledger }: Estate, storeId: string, { uid, amount, accountId, vendorId }: HubSale): Made {
  const made = ledger.find(uid)
  const tenant = tenantOf(storeId)
  assert(made !== undefined, `the hub has sale ${uid}, which nobody made`)
  assert(made?.storeId === storeId, `sale ${uid} of ${made?.storeId} stands at ${storeId}`)
  assert(accountId === tenant.accountId && vendorId === tenant.vendorId, `sale ${uid} stands at another tenant`)
  assert(made?.amount === amount, `the amount of sale ${uid} changed on the way`)
  return made as Made
}

const SALES_AFTER = `SELECT place, uid, amount, account_id AS accountId, vendor_id AS vendorId FROM sim_sale
  WHERE store_id = ? AND place > ? ORDER BY place`

async function salesAfter(store: HubStore, storeId: string, place: number): Promise<HubSale[]> {
  return store.system.read((scope) => query<HubSale>(scope, SALES_AFTER, storeId, place))
}

async function parkedOf(store: HubStore, storeId: string): Promise<number[]> {
  const text = "SELECT body FROM parked_op WHERE store_id = ? AND kind <> 'order.changed'"
  const rows = await store.system.read((scope) => query<{ body: string }>(scope, text, storeId))
  return rows.map(({ body }) => (JSON.parse(body) as { record: SaleRecord }).record.uid)
}

/** All groups, once it is quiet. */
export async function assertAgreed(estate: Estate, store: HubStore): Promise<void> {
  const kept = new Set<number>()
  for (const storeId of estate.storeIds) {
    const sold = (await salesAfter(store, storeId, 0)).map(({ uid }) => uid)
    const parked = await parkedOf(store, storeId)
    assert(new Set(sold).size === sold.length, () => `${storeId}: a sale stands at the hub twice`)
    assert(new Set(parked).size === parked.length, () => `${storeId}: a sale was parked twice`)
    for (const uid of [...sold, ...parked]) kept.add(uid)
    assertBoxes(estate, storeId)
    await assertDown(estate, store, storeId)
  }
  for (const { uid, storeId } of estate.ledger.all()) {
    assert(kept.has(uid) || estate.ledger.isLost(uid), `sale ${uid} of ${storeId} is not at the hub`)
  }
  assertAnswers(estate)
  await assertNumbers(estate, store)
  await assertDuplicates(estate, store)
}

/** Converged: nothing is unsent, nobody is stuck, and of the boxes of a store one speaks for it. */
function assertBoxes(estate: Estate, storeId: string): void {
  const living = estate.boxesOf(storeId).filter((box) => !box.isDestroyed())
  for (const box of living) {
    const status = box.status()
    const isSettled = status !== null && status.unsent === 0 && !status.stuck && status.parked === 0
    assert(isSettled, () => `${storeId} says ${JSON.stringify(status)}`)
  }
  const speaking = living.flatMap((box) =>
    box.status()?.fenced === false ? [`${box.status()?.epoch}/${box.status()?.made}`] : [],
  )
  // Two copies that have both sold nothing since are one box, as far as anybody can tell.
  assert(new Set(speaking).size === 1, `${speaking.length} boxes of ${living.length} speak for ${storeId}`)
}

/** Group 2 downwards: the box that speaks has every order that the hub has for it, once and in order. */
async function assertDown(estate: Estate, store: HubStore, storeId: string): Promise<void> {
  const box = estate.boxesOf(storeId).find((one) => !one.isDestroyed() && one.status()?.fenced === false)
  const text = "SELECT body FROM down_op WHERE store_id = ? AND kind = 'order.created' ORDER BY seq"
  const rows = await store.system.read((scope) => query<{ body: string }>(scope, text, storeId))
  const sent = rows.map(({ body }) => (JSON.parse(body) as { order: { n: number } }).order.n)
  const there = box?.read.orders() ?? []
  const had = new Set(there)
  assert(
    sent.every((n) => had.has(n)),
    () => `${storeId} has not got every order`,
  )
  // A hub that was restored tells again what it forgot having told: the rooms know an order by its id.
  if (estate.upheavals.has("hub")) return
  assert(had.size === there.length, `${storeId} got an order twice`)
  assert(isRising(there), `${storeId} got its orders out of order`)
  const { head = 0, applied = 0 } = box?.status()?.down ?? {}
  if (estate.upheavals.has(storeId)) return
  // Of a store that nothing befell, only orders and numbers went down; what it has said it has the hub may have forgotten.
  const { numbers = 0 } = box?.read.down() ?? {}
  assert(
    there.length + numbers === head && applied === head,
    `${storeId} has ${there.length} orders, ${numbers} numbers and took ${applied} of ${head}`,
  )
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((n, index) => index === 0 || n > (numbers[index - 1] ?? 0))
}

/** Group 3: one request, one answer, done once and in time; one winner per revision, so no order is both charged and cancelled. */
function assertAnswers(estate: Estate): void {
  const { asked, answers, upheavals, world } = estate
  const winners = new Map<string, string>()
  for (const [request, given] of answers) {
    const change = asked.get(request)
    assert(change !== undefined, `an answer came to ${request}, which nobody asked`)
    if (!change || upheavals.has(change.storeId) || upheavals.has("hub")) continue
    assert(new Set(given.map((one) => JSON.stringify(one))).size === 1, `request ${request} got different answers`)
    const { done = 0 } = given[0] ?? {}
    assert(
      done >= change.after,
      `request ${request} builds on ${change.after} of the hub's log and was done at ${done}`,
    )
    const late = (given[0]?.at ?? 0) - change.at - COMMAND_TIMEOUT_MS
    assert(late <= 0 || world.has("hub clock jump"), `request ${request} was begun ${late} ms after its deadline`)
    if (!given[0]?.won) continue
    const key = `${change.n}/${change.revision}`
    assert(!winners.has(key), `order ${change.n} was both ${winners.get(key)} and ${change.to}`)
    winners.set(key, change.to)
  }
  for (const storeId of estate.storeIds) {
    for (const box of estate.boxesOf(storeId).filter((one) => !one.isDestroyed())) {
      const done = box.read.commands()
      assert(new Set(done).size === done.length, `${storeId} did one request twice`)
    }
  }
}

export async function storeOf(estate: Estate): Promise<HubStore> {
  return createHubStore(await estate.hubDisk.door(estate.hubClock))
}
