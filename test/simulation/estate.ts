/** All machines of one run and what is between them: hub processes on one database, a broker, boxes, receivers, and what befalls them. */
import { join } from "node:path"
import { createHubStore } from "../../hub/storage/index.ts"
import type { DownlinkMessage } from "../../hub/sync/downlink-message.ts"
import { ack, reply } from "../../protocol/mqtt/cloud.ts"
import { createIds } from "../../runtime/ids.ts"
import { assertCommitted } from "./assert-committed.ts"
import { createFileDisk, createMemoryDisk } from "./box-disk.ts"
import { createBoxJournal } from "./box-journal.ts"
import type { AskedChange, ChangeAnswer } from "./box-rooms.ts"
import { type DuplicateOrder, sendToBothSides } from "./duplicate-orders.ts"
import { createFileHub, createMemoryHub, type HubDisk } from "./hub-disk.ts"
import { createHubProcess, type HubProcess } from "./hub-process.ts"
import { plantHub } from "./hub-rooms.ts"
import { createLedger, type Ledger } from "./ledger.ts"
import type { Plant } from "./planted/plant.ts"
import { createReceivers, type Receivers } from "./receivers.ts"
import { aDayOff, type BoxCopy, createStoreNode, type StoreNode } from "./store-node.ts"
import type { WallClock, World } from "./world.ts"

const KINDS = ["webhook.deliver", "webhook.resume", "fiscal.sequences", "fiscal.cancel-duplicate", "fiscal.submit"]

export interface Asked extends AskedChange {
  readonly at: number
  /** What it builds on, of the hub's log for the store. */
  readonly after: number
  readonly storeId: string
}

export interface Estate {
  readonly world: World
  readonly storeIds: readonly string[]
  readonly hubDisk: HubDisk
  readonly hubClock: WallClock
  readonly ledger: Ledger
  readonly receivers: Receivers
  readonly asked: ReadonlyMap<string, Asked>
  /** Every answer that came for each request. */
  readonly answers: ReadonlyMap<string, readonly ChangeAnswer[]>
  hubs(): readonly HubProcess[]
  /** A process that is up, if any. */
  anyHub(): HubProcess | undefined
  /** The machines that stand for a store, oldest first; those that were thrown away as well. */
  boxesOf(storeId: string): readonly StoreNode[]
  addBox(storeId: string, copy?: BoxCopy): StoreNode
  createOrder(storeId: string): Promise<void>
  /** Orders that both sides were sent. */
  readonly duplicates: readonly DuplicateOrder[]
  ask(storeId: string): Promise<void>
  restartBroker(): void
  /** What parted histories so far, by the store; `hub` for the hub's own. */
  readonly upheavals: Map<string, string[]>
  close(): Promise<void>
}

export interface EstateParts {
  readonly world: World
  readonly storeIds: readonly string[]
  readonly hubs: number
  readonly plant: Plant
  /** Hears what boxes put on the wire, arrive it or not. */
  readonly onSent?: (storeId: string, topic: string, payload: string | Uint8Array) => void
  /** For the journals of the boxes. */
  readonly dir: string
  /** The databases are real files there; else in memory. */
  readonly isOnFiles: boolean
}

export async function createEstate(deps: EstateParts): Promise<Estate> {
  const { world, storeIds, hubs: hubCount, plant, dir, isOnFiles } = deps
  const { random } = world
  const ledger = createLedger()
  const receivers = createReceivers(world)
  const hubDisk = !isOnFiles ? createMemoryHub() : createFileHub(join(dir, "hub.db"))
  const hubClock = world.wallClock(world.has("hub clock jump") ? aDayOff(world) : 0)
  const boxes = new Map<string, StoreNode[]>(storeIds.map((storeId) => [storeId, []]))
  const asked = new Map<string, Asked>()
  const answers = new Map<string, ChangeAnswer[]>()
  const orders = new Map<string, number[]>(storeIds.map((storeId) => [storeId, []]))
  const hubs: HubProcess[] = []
  const duplicates: DuplicateOrder[] = []
  const ids = createIds({ clock: world.wallClock(), random: random.bytes })
  let uids = 0
  let numbers = 0
  let brokerLife = 0
  /** The broker lives in the hub's process where there is one process only. */
  const isBrokerUp = () => hubCount > 1 || hubs[0]?.isUp() === true
  const anyHub = () => {
    const up = hubs.filter((hub) => hub.isUp())
    return up.length > 1 ? random.pick(up) : up[0]
  }
  const throughBroker = (deliver: () => void | Promise<void>) => {
    const life = brokerLife
    world.carry(() => (life === brokerLife && isBrokerUp() ? deliver() : undefined))
  }
  const connected = (storeId: string) => boxes.get(storeId)?.find((box) => box.isUp() && !box.isFormer())
  const toStore = (storeId: string, message: DownlinkMessage) =>
    throughBroker(() => {
      const deliver = () => connected(storeId)?.receive(message.topic, message.payload)
      return ack.parse(message.topic) ? assertCommitted(first, storeId, message).then(deliver) : deliver()
    })
  /** One process of the many hears what a store says; an answer is for the one that asked. */
  const hearer = (topic: string) => {
    const hubId = reply.parse(topic)?.hubId
    return hubId === undefined ? anyHub() : hubs.find((hub) => hub.hubId === hubId)
  }
  const toHub = (box: StoreNode, topic: string, payload: string | Uint8Array) => {
    deps.onSent?.(box.storeId, topic, payload)
    if (box.isFormer()) return toHubByHttp(box, topic, payload)
    throughBroker(async () => {
      const hub = hearer(topic)
      for (const message of (await hub?.receive(topic, payload)) ?? []) toStore(box.storeId, message)
    })
  }
  const toHubByHttp = (box: StoreNode, topic: string, payload: string | Uint8Array) =>
    world.carry(async () => {
      if (reply.parse(topic) || !/(up|pull)$/.test(topic)) return
      const messages = (await anyHub()?.receive(topic, payload, true)) ?? []
      for (const one of messages) world.carry(() => box.receive(one.topic, one.payload))
    })
  const restartBroker = () => {
    brokerLife += 1
    for (const own of boxes.values()) for (const box of own) if (!box.isFormer()) box.cut()
  }
  /** One login, one connection: who comes later puts the other out. */
  const attach = (box: StoreNode) => {
    if (box.isFormer()) return anyHub() !== undefined
    if (!isBrokerUp()) return false
    for (const other of boxes.get(box.storeId) ?? [])
      if (other !== box && other.isUp() && !other.isFormer()) other.cut()
    return true
  }
  const addBox = (storeId: string, copy?: BoxCopy, box = 0) => {
    const own = boxes.get(storeId) ?? []
    const place = join(dir, `${storeId}-${own.length}`)
    const disk = isOnFiles ? createFileDisk(`${place}.db`) : createMemoryDisk(copy?.image)
    const clock = world.wallClock(world.has("store clock jump") ? aDayOff(world) : 0)
    const ids = createIds({ clock, random: random.bytes })
    const journal = createBoxJournal(place, ids, plant)
    if (copy) journal.writeOver(copy.journal)
    const nextUid = () => {
      uids += 1
      return uids
    }
    const node = createStoreNode({
      world,
      storeId,
      disk,
      ids,
      clock,
      journal,
      ledger,
      nextUid,
      box,
      plant,
      attach,
      toHub,
    })
    own.push(node)
    return node
  }
  const door = await hubDisk.door(hubClock)
  // One process is enough for what is due; the others have the same rows.
  for (const kind of KINDS) door.listen(`job/${kind}`, () => anyHub()?.wake())
  const first = createHubStore(door)
  await first.system.write((scope) => plantHub(scope, storeIds))
  for (let n = 1; n <= hubCount; n += 1) {
    hubs.push(
      await createHubProcess({
        world,
        hubId: `hub-${n}`,
        disk: hubDisk,
        clock: hubClock,
        receivers,
        plant,
        toStore,
        onAsked: (requestId, change, after) => {
          asked.set(requestId, { ...change, after, at: world.time(), storeId: storeOf(orders, change.n) })
        },
        onAnswer: (requestId, answer) => {
          answers.set(requestId, [...(answers.get(requestId) ?? []), answer as ChangeAnswer])
        },
        isAnswered: (requestId) => answers.has(requestId),
        onDown: () => {
          if (hubCount === 1) restartBroker()
        },
      }),
    )
  }
  for (const storeId of storeIds) addBox(storeId)
  return {
    world,
    storeIds,
    hubDisk,
    hubClock,
    ledger,
    receivers,
    asked,
    answers,
    hubs: () => hubs,
    anyHub,
    boxesOf: (storeId) => boxes.get(storeId) ?? [],
    addBox: (storeId, copy) => addBox(storeId, copy, copy === undefined ? (boxes.get(storeId)?.length ?? 0) : 0),
    async createOrder(storeId) {
      numbers += 1
      orders.get(storeId)?.push(numbers)
      if (world.strikes("order on both sides")) {
        const anyBox = () => random.pick(boxes.get(storeId) ?? [])
        duplicates.push(sendToBothSides({ world, ids, storeId, n: numbers, anyHub, anyBox }))
        return
      }
      await anyHub()?.createOrder(storeId, numbers)
    },
    async ask(storeId) {
      const known = orders.get(storeId) ?? []
      if (known.length === 0) return
      const change = { n: random.pick(known), revision: 1, to: random.happens(0.5) ? "charged" : "cancelled" } as const
      await anyHub()?.ask(storeId, change)
    },
    duplicates,
    restartBroker,
    upheavals: new Map(),
    async close() {
      for (const hub of hubs) hub.stop()
      for (const own of boxes.values()) for (const box of own) box.close()
      await hubDisk.close()
    },
  }
}

function storeOf(orders: ReadonlyMap<string, readonly number[]>, n: number): string {
  return [...orders].find(([, own]) => own.includes(n))?.[0] ?? ""
}
