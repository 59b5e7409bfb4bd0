/** The hub's side of sync: hears every store, answers after the commit, and sends down what the rooms append. */
import { pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { type HubLine, stepHub } from "../../protocol/sync/hub-side.ts"
import { MESSAGE_BYTES_MAX, REPLAY_KEPT_MS } from "../../protocol/sync/limits.ts"
import type { Told } from "../../protocol/sync/messages.ts"
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import { unpackMessage } from "../../runtime/mqtt/gzip-message.ts"
import { createSaidAgain } from "../../runtime/mqtt/repeat-detector.ts"
import type { Place } from "../enrolment/index.ts"
import type { SystemWrite } from "../storage/index.ts"
import { takeSlices } from "./apply-slices.ts"
import type { Said } from "./downlink-message.ts"
import { createLifeSigns, WRITTEN_EVERY_MS } from "./last-seen.ts"
import { createPokes, type Wire } from "./notify-stores.ts"
import { createTakeStep, type Heard, HUB_TAKES, type StepParts, type TakeStep } from "./run-step.ts"
import { type SettleParked, settleParkedWith } from "./settle-dead-letter.ts"
import { type Calls, createCalls } from "./store-calls.ts"
import { dropParkedInStore } from "./store-dead-letters-store.ts"
import { createLanes } from "./store-lanes.ts"
import { appendDown, dropDown, listParked, type ParkedOp, pruneLog } from "./store-log-store.ts"
import { insertLine, lockLine, readLine, saveLine, takeDownSeq } from "./sync-state-store.ts"

const PRUNE_EVERY_MS = 3_600_000
/** Marks outlive the oldest backup that a store may be restored from. */
const MARKS_KEPT_MS = 30 * 24 * 3_600_000

export interface SyncParts extends Omit<StepParts, "noteHeard"> {
  readonly wire: Wire
  /** Names this process among the hub's processes; without `/`, `+` and `#`. */
  readonly hubId: string
  readonly ids: Pick<Ids, "uuid" | "hex12">
  readonly clock: Clock
}

/** Where a store's line stands, for the dashboard and the loss meter. */
export interface LineView {
  readonly epoch: string | null
  readonly applied: number
  /** What the box said last of its own log; null where it has not. */
  readonly told: Told | null
  readonly online: boolean
  readonly heardAt: string | null
  readonly downHead: number
  readonly downAcked: number
}

export interface Sync {
  start(): Promise<void>
  stop(): Promise<void>
  /** Opens the store's line for the box that was claimed, and fences the one before; the same box (by its epoch) goes on. */
  openLine(scope: SystemWrite, place: Place, epoch?: string): Promise<void>
  /** Appends to the store's down log in the caller's transaction: last, since it locks the store's row until the commit. */
  append(scope: SystemWrite, storeId: string, ...ops: readonly DownWrite[]): Promise<void>
  readonly callStore: Calls["call"]
  /** What a box that was replaced says, by another way than the broker: its answers, or null when it must be said again. */
  hearFormer(storeId: string, message: { topic: string; payload: string }): Promise<Said[] | null>
  /** When the hub last heard the store, as an ISO moment. */
  heardAt(storeId: string): Promise<string | null>
  line(storeId: string): Promise<LineView | null>
  parked(storeId: string): Promise<ParkedOp[]>
  readonly settleParked: SettleParked
}

export function createSync(parts: SyncParts): Sync {
  const { store, wire, log, clock } = parts
  const pokes = createPokes({ wire, log })
  const calls = createCalls(parts)
  const lanes = createLanes()
  const signs = createSignsWriter(parts)
  const takes = { ...HUB_TAKES, ...(wire.isShared && { batches: 1 }) }
  const takeStep = createTakeStep({ ...parts, takes, noteHeard: signs.note })
  const hear = createHear(parts, { lanes, takeStep })
  let pruning: NodeJS.Timeout | null = null
  const line = async (storeId: string) => {
    const kept = await store.system.read((scope) => readLine(scope, storeId))
    return kept ? viewOf(kept.line) : null
  }
  return {
    async start() {
      await wire.subscribe(up.filter(), hear)
      await wire.subscribe(pull.filter(), hear)
      await wire.subscribe(state.filter(), hear)
      await wire.subscribe(reply.filter({ hubId: parts.hubId }), calls.hear)
      pruning = setInterval(() => void prune(parts), PRUNE_EVERY_MS)
    },
    async stop() {
      if (pruning) clearInterval(pruning)
      pokes.stop()
      calls.stop()
      await lanes.idle()
      await signs.stop()
    },
    async openLine(scope, place, epoch) {
      await insertLine(scope, place)
      const kept = await lockLine(scope, place.storeId)
      if (kept === null || (epoch !== undefined && kept.line.current?.epoch === epoch)) return
      const { line: opened } = stepHub(kept.line, { is: "replaced" }, clock.ms())
      await dropDown(scope, place.storeId)
      await dropParkedInStore(scope, place.storeId)
      await saveLine(scope, opened)
    },
    async append(scope, storeId, ...said) {
      if (said.length === 0) return
      const head = await takeDownSeq(scope, storeId, said.length)
      const first = head - said.length + 1
      const ops = said.map(({ kind, body }, n) => ({
        seq: first + n,
        mark: parts.ids.hex12(),
        kind,
        at: scope.now,
        body: JSON.stringify(body),
      }))
      await appendDown(scope, storeId, ...ops)
      scope.afterCommit(() => pokes.poke(storeId, head))
    },
    callStore: calls.call,
    hearFormer: createHearFormer(parts, { lanes, takeStep }),
    line,
    heardAt: async (storeId) => (await line(storeId))?.heardAt ?? null,
    parked: (storeId) => store.system.read((scope) => listParked(scope, storeId)),
    settleParked: settleParkedWith(parts),
  }
}

/** Writes down now and then when stores were heard. */
function createSignsWriter({ store, log }: SyncParts) {
  let timer: NodeJS.Timeout | null = null
  const write = async () => {
    timer = null
    await signs.write().catch((error) => {
      log.warn({ err: error }, "when stores were heard was not written; they are heard again")
    })
  }
  const signs = createLifeSigns({
    store,
    onFirst: () => {
      timer ??= setTimeout(write, WRITTEN_EVERY_MS)
    },
  })
  return {
    note: signs.note,
    async stop() {
      if (timer) clearTimeout(timer)
      await write()
    },
  }
}

/** Whatever a store says is one step of its line, in its lane; the answers leave after the commit. */
function createHear(parts: Pick<SyncParts, "log" | "wire">, { lanes, takeStep }: Stepping) {
  const { log, wire } = parts
  const noteSaid = createSaidAgain(log)
  const answer = async (storeId: string, heard: Heard) => {
    try {
      const said = await takeSlices(takeStep, storeId, heard)
      if (said === null) log.warn({ storeId }, "a store without a line spoke")
      for (const { topic, payload } of said ?? []) {
        if (heard.is === "pull") noteSaid({ to: storeId, what: `after ${heard.message.after}`, chars: payload.length })
        await wire.publish(topic, payload)
      }
    } catch (error) {
      // No answer: the store says it again, and by then the database may be back.
      log.error({ err: error, storeId, is: heard.is }, "a step of a store's line failed")
    }
  }
  return (topic: string, payload: Uint8Array) => {
    const read = readHeard(topic, payload)
    if ("reason" in read) {
      log.warn({ topic, reason: read.reason }, "a message that does not fit its channel")
      return
    }
    const { storeId, heard, bytes } = read
    if (!lanes.run(storeId, bytes, () => answer(storeId, heard)))
      log.warn({ storeId }, "a store speaks faster than it is answered")
  }
}

/** In the lane of its store as all that is said of it; it speaks for its own past alone. */
function createHearFormer({ log }: Pick<SyncParts, "log">, { lanes, takeStep }: Stepping): Sync["hearFormer"] {
  return (storeId, { topic, payload }) =>
    new Promise((resolve) => {
      const read = readHeard(topic, Buffer.from(payload))
      if ("reason" in read || read.storeId !== storeId || read.heard.is === "state") return resolve(null)
      const { heard, bytes } = read
      const answer = async () => {
        const said = await takeStep(storeId, { ...heard, former: true }).catch((error) => {
          log.error({ err: error, storeId }, "what a former box said was not taken")
          return null
        })
        resolve(said && [...said])
      }
      if (!lanes.run(storeId, bytes, answer)) resolve(null)
    })
}

interface Stepping {
  readonly lanes: ReturnType<typeof createLanes>
  readonly takeStep: TakeStep
}

interface ReadMessage {
  readonly storeId: string
  readonly heard: Heard
  /** What it has unpacked. */
  readonly bytes: number
}

function readHeard(topic: string, sent: Uint8Array): ReadMessage | { reason: string } {
  const payload = unpackMessage(sent, MESSAGE_BYTES_MAX)
  if (payload === null) return { reason: "not a gzip, or too large a one" }
  for (const channel of [up, pull, state] as const) {
    const storeId = channel.parse(topic)?.storeId
    if (storeId === undefined) continue
    const decoded = channel.decode(payload)
    if (!decoded.ok) return { reason: decoded.reason }
    const heard = { is: channel.name, message: decoded.message } as Heard
    return { storeId, heard, bytes: payload.length }
  }
  return { reason: "an unknown topic" }
}

async function prune({ store, clock, log }: SyncParts): Promise<void> {
  const ago = (ms: number) => new Date(clock.ms() - ms).toISOString()
  const before = { down: ago(REPLAY_KEPT_MS), marks: ago(MARKS_KEPT_MS) }
  await store.system
    .write((scope) => pruneLog(scope, before))
    .catch((error) => {
      log.error({ err: error }, "old rows of sync were not pruned")
    })
}

export function viewOf({ current, online, lastHeardAt, downHead, downAcked, told }: HubLine): LineView {
  const heardAt = lastHeardAt === null ? null : new Date(lastHeardAt).toISOString()
  return { epoch: current?.epoch ?? null, applied: current?.applied ?? 0, online, heardAt, downHead, downAcked, told }
}
