/** A box in the simulator: the real engine, outbox and fiscal numbers on a real database, in a machine whose power and disk may fail. */
import type { Database } from "better-sqlite3"
import { type BoxStore, type BoxTx, createBoxStore, type Outbox } from "../../appliance/storage/index.ts"
import { BoxFenced, createOutbox } from "../../appliance/sync/outbox.ts"
import type { OutgoingMessage } from "../../appliance/sync/run-effects.ts"
import { createEngine, type Engine } from "../../appliance/sync/sync-engine.ts"
import { ack, command, down, notify } from "../../protocol/mqtt/cloud.ts"
import type { Ids } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import { gzipMessage } from "../../runtime/mqtt/gzip-message.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { assert } from "./assert.ts"
import type { BoxDisk } from "./box-disk.ts"
import type { BoxJournal, JournalFiles } from "./box-journal.ts"
import { applyDown, type DownOp, execute, readBox, topicOf } from "./box-rooms.ts"
import { configureBox, drawForSale, whenParted } from "./fiscal-work.ts"
import { keepingOf } from "./forgetting.ts"
import type { Ledger } from "./ledger.ts"
import type { Plant } from "./planted/plant.ts"
import { createPower } from "./power.ts"
import type { WallClock, World } from "./world.ts"

/** Of the sales, one in so many has a fiscal number: enough to see, and cheap. */
const NUMBERED_EVERY = 10
const REBOOT_MS = { low: 500, high: 20_000 }
const CONNECT_MS = { low: 100, high: 3_000 }
const ONLINE_MS = { low: 1_000, high: 90_000 }
const OFFLINE_MS = { low: 1_000, high: 90_000 }
const CALM_RETRY_MS = 1_000
/** What MQTT's pings take to notice that a line is half open: one is sent when nothing came for 30 s, and waited for. */
const PINGS_MS = { low: 15_000, high: 45_000 }
const FULL_RETRY_MS = 2_000
/** What a journal may lack after a power cut. */
const LAST_MOMENTS_MS = 1_000
const RESTORED_OFFLINE_MS = { low: 10_000, high: 40_000 }

export interface BoxCopy {
  readonly image: Buffer
  readonly journal: JournalFiles
}

/** Beside an older database. `none`: a new disk. `copy`: of the same time, written over the other. `own`: but for the last second, by a power cut. */
export type KeptJournal = "none" | "copy" | "own"

export interface StoreNode {
  readonly storeId: string
  /** Another box was claimed in its place: it speaks for its own past alone, by another way than the broker. */
  becomeFormer(): void
  isFormer(): boolean
  /** Sells something: the sale and its op in one transaction. Nothing happens while the power is off. */
  sell(): void
  /** Work of a room, in one transaction; false where it did not commit. */
  change(work: (tx: BoxTx, outbox: Outbox) => boolean): boolean
  receive(topic: string, payload: string | Uint8Array): void
  /** The hub's side of the connection went away. */
  cut(): void
  /** The cable is out until then. */
  unplug(until: number): void
  isUp(): boolean
  /** A broker that carried nothing on its line carries again. */
  hearAgain(): void
  fillDisk(full: boolean): void
  jumpTo(aheadMs: number): void
  copy(): BoxCopy
  /** The machine goes off, and comes back with what its disk held earlier. */
  restore(copy: BoxCopy, kept: KeptJournal): void
  /** The machine is thrown away. */
  destroy(): void
  isDestroyed(): boolean
  status(): ReturnType<Engine["status"]> | null
  read: ReturnType<typeof readBox>
  close(): void
}

export interface StoreNodeParts {
  readonly world: World
  readonly storeId: string
  readonly disk: BoxDisk
  readonly ids: Ids
  readonly clock: WallClock
  readonly journal: BoxJournal
  readonly ledger: Ledger
  readonly nextUid: () => number
  /** Which box of the store this is: each has fiscal points of its own, but for a copy. */
  readonly box: number
  readonly plant: Plant
  /** Whether the broker is there and lets it in. */
  readonly attach: (node: StoreNode) => boolean
  /** Gives a message to the network, on its way to the hub. */
  readonly toHub: (node: StoreNode, topic: string, payload: string | Uint8Array) => void
}

export function createStoreNode(deps: StoreNodeParts): StoreNode {
  const { world, storeId, disk, ids, clock, ledger, plant } = deps
  const { random } = world
  const heard = new Set([ack, down, notify, command].map((channel) => channel.topic({ storeId })))
  const power = createPower(world, "store", () => world.after(random.between(REBOOT_MS.low, REBOOT_MS.high), boot))
  let db: Database
  let store: BoxStore
  let engine: Engine | null = null
  let outbox: Outbox
  /** `half-open` is noticed by MQTT's pings, `silent` answers them and carries nothing. */
  let link: "down" | "up" | "half-open" | "silent" = "down"
  let session = 0
  let generation = 0
  let life = ledger.newLife(storeId)
  let former = false
  let destroyed = false
  /** It came back from a backup. */
  let restored = false
  let offlineUntil = 0
  let repairing: { readonly made: readonly number[]; readonly mayLack: readonly number[] } | null = null
  const sold: { readonly uid: number; readonly at: number }[] = []

  const agrees = () => engine?.status().agreed === true
  const takeDown = (tx: BoxTx, op: DownOp) => applyDown(tx, op, { ids, outbox, agrees, isOnline: () => true })
  const boot = () => {
    if (destroyed) return
    generation += 1
    engine = null
    link = "down"
    db = disk.open()
    const plain = createBoxStore(db, clock)
    configureBox(plain, storeId, deps.box)
    const journal = deps.journal.start(plain, plant.facts ?? disk.facts())
    endRepair()
    power.on()
    const whole = failing(plain, power)
    store = plant.boxStore?.(whole, db) ?? whole
    guard(() => {
      engine = createEngine({
        store,
        ids,
        log: silentLog,
        applyDown: plant.applyDown?.(takeDown) ?? takeDown,
        execute: (tx, asked) => execute(tx, asked, { nonce: random.whole(1_000_000_000), at: world.time() }),
        retention: keepingOf(world),
        time: world.time,
        chance: random.next,
        send,
        reconnect,
        onEpoch: whenParted,
      })
      outbox = createOutbox({ ids, journal, nudge: nudgeLater, skewAt: engine.skewAt })
    })
    // A disk that is full lets no process start; whoever watches over it starts it again.
    if (engine === null && !power.isOff()) world.after(FULL_RETRY_MS, boot)
    else connectLater()
  }
  let nudged = false
  const nudgeLater = () => {
    if (nudged) return
    nudged = true
    world.after(5, () => {
      nudged = false
      talk((on) => on.nudge())
    })
  }
  /** A power failure ends whatever was going on, and is no error of the test; nor is a disk that takes nothing while the process starts. */
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      const starts = engine === null && power.isFull() && error instanceof StoreUnavailable
      if (!power.isOff() && !starts) throw error
      link = "down"
    }
  }
  const talk = (say: (engine: Engine) => void) => {
    const on = engine
    if (power.isOff() || on === null) return
    guard(() => say(on))
    wakeLater()
  }
  let wakesAt: number | null = null
  const wakeLater = () => {
    const at = power.isOff() ? null : (engine?.nextStepAt() ?? null)
    if (at === null || at === wakesAt) return
    wakesAt = at
    const then = generation
    world.after(Math.max(1, at - world.time()), () => {
      if (wakesAt === at) wakesAt = null
      if (then === generation && engine?.nextStepAt() === at) talk((on) => on.tick())
    })
  }
  /** What was made before and is not there any more. */
  const endRepair = () => {
    if (repairing === null) return
    const { made, mayLack } = repairing
    const kept = new Set(readBox(db).sales())
    const lost = made.filter((uid) => !kept.has(uid))
    const wrong = lost.find((uid) => !mayLack.includes(uid))
    assert(wrong === undefined, `sale ${wrong} is older than a second, and the journal has lost it`)
    ledger.lose(lost)
    repairing = null
  }
  const connectLater = () => {
    const then = generation
    const wait = random.between(CONNECT_MS.low, CONNECT_MS.high)
    world.after(Math.max(wait, offlineUntil - world.time()), () => {
      if (then === generation && link === "down") connect()
    })
  }
  const connect = () => {
    if (power.isOff() || destroyed || engine === null) return
    // No session begins that the disk does not know of.
    if (world.time() < offlineUntil || power.isFull() || !deps.attach(node)) return connectLater()
    talk((on) => {
      session = on.nextSession().session
      link = "up"
      on.linkUp(session)
    })
    scheduleTrouble()
  }
  /** Sooner or later the connection goes: seen by the box, or not. */
  const scheduleTrouble = () => {
    const then = generation
    world.after(world.untilTrouble(ONLINE_MS), () => {
      if (then !== generation || link !== "up" || world.isCalm()) return
      if (world.strikes("half-open")) goHalfOpen()
      else if (world.strikes("silent broker")) link = "silent"
      else if (world.strikes("partition")) cut()
      else scheduleTrouble()
    })
  }
  const goHalfOpen = () => {
    link = "half-open"
    const of = session
    world.after(random.between(PINGS_MS.low, PINGS_MS.high), () => {
      if (link === "half-open" && session === of) reconnect()
    })
  }
  const cut = () => {
    if (link === "down" || power.isOff()) return
    link = "down"
    talk((on) => on.linkDown())
    world.after(world.isCalm() ? CALM_RETRY_MS : random.between(OFFLINE_MS.low, OFFLINE_MS.high), connectLater)
  }
  const reconnect = () => {
    link = "down"
    world.after(1, () => talk((on) => on.linkDown()))
    connectLater()
  }
  const send = (message: OutgoingMessage) => {
    if (link === "up" && !power.isOff())
      deps.toHub(node, topicOf(message, storeId), message.gzip ? gzipMessage(message.payload) : message.payload)
  }
  const sellOne = (amount: number) => {
    const uid = deps.nextUid()
    const of = life
    store.write((tx) => {
      tx.db.prepare("INSERT INTO sim_sale (uid, amount) VALUES (?, ?)").run(uid, amount)
      const poisoned = world.strikes("poison op")
      // Before the hub has answered a restored box, every sale asks for a number.
      const isNumbered = uid % NUMBERED_EVERY === 0 || (restored && !agrees())
      const fiscal = isNumbered ? drawForSale(tx, { ids, agrees }, uid) : null
      const documentNumber = fiscal?.representation.documentNumber ?? null
      const record = { uid, amount, life: of, poisoned, fiscal }
      outbox.record(tx, { kind: "cash.closed", body: { record } })
      tx.afterCommit(() => {
        ledger.made(of, { uid, amount, documentNumber })
        sold.push({ uid, at: world.time() })
      })
    })
  }
  const node: StoreNode = {
    storeId,
    becomeFormer() {
      former = true
      cut()
    },
    isFormer: () => former,
    sell() {
      const amount = random.between(1, 500_000)
      talk(() => refusable(() => sellOne(amount), power.isFull()))
    },
    change(work) {
      let isDone = false
      talk(() =>
        refusable(
          () =>
            store.write((tx) => {
              const done = work(tx, outbox)
              tx.afterCommit(() => {
                isDone = done
              })
            }),
          power.isFull(),
        ),
      )
      return isDone
    },
    receive(topic, payload) {
      if (link === "up" && heard.has(topic)) talk((on) => on.receive(topic, payload))
    },
    cut,
    unplug(until) {
      offlineUntil = until
      cut()
    },
    isUp: () => link === "up",
    hearAgain() {
      if (link === "silent") link = "up"
    },
    fillDisk: power.fill,
    jumpTo: clock.jumpTo,
    copy: () => ({ image: disk.image(), journal: deps.journal.files() }),
    restore({ image, journal }, kept) {
      const made = readBox(db).sales()
      power.off()
      link = "down"
      generation += 1
      engine = null
      restored = true
      if (world.strikes("offline after a restore")) {
        offlineUntil = world.time() + random.between(RESTORED_OFFLINE_MS.low, RESTORED_OFFLINE_MS.high)
      }
      const recent = sold.filter(({ at }) => at > world.time() - LAST_MOMENTS_MS).map(({ uid }) => uid)
      deps.journal.stop()
      if (kept === "none") deps.journal.wipe()
      if (kept === "copy") deps.journal.writeOver(journal)
      if (kept === "own" && recent[0] !== undefined) deps.journal.cutBefore(recent[0])
      disk.put(image)
      db = disk.open()
      const mayLack = kept === "own" ? recent : made
      // It may go back again before it has started.
      repairing = {
        made: [...made, ...(repairing?.made ?? [])],
        mayLack: [...mayLack, ...(repairing?.mayLack ?? [])],
      }
      life = ledger.newLife(storeId)
      world.after(random.between(REBOOT_MS.low, REBOOT_MS.high), boot)
    },
    destroy() {
      power.off()
      generation += 1
      link = "down"
      destroyed = true
      ledger.lose([...readBox(db).sales(), ...(repairing?.made ?? [])])
    },
    isDestroyed: () => destroyed,
    status: () => engine?.status() ?? null,
    get read() {
      return readBox(db)
    },
    close() {
      deps.journal.stop()
      disk.close()
    },
  }
  boot()
  return node
}

export function aDayOff(world: World): number {
  return world.random.between(-86_400_000, 86_400_000)
}

/** A box that another has replaced sells nothing, and a disk that takes nothing takes no sale: the register says so. */
function refusable(sell: () => void, isFull: boolean): void {
  try {
    sell()
  } catch (error) {
    if (!(error instanceof BoxFenced) && !(isFull && error instanceof StoreUnavailable)) throw error
  }
}

/** The oldest op that the box still has; 0 before the first. */
function firstKept({ db }: BoxTx): number {
  return db.prepare<[], { seq: number }>("SELECT coalesce(min(seq), 0) AS seq FROM outbox").get()?.seq ?? 0
}

function failing(store: BoxStore, power: ReturnType<typeof createPower>): BoxStore {
  return {
    ...store,
    write(fn) {
      const result = store.write((tx: BoxTx) => {
        const before = firstKept(tx)
        const value = fn(tx)
        if (before > 0 && firstKept(tx) > before) power.afterPruning()
        power.beforeCommit()
        return value
      })
      power.afterCommit()
      return result
    },
  }
}
