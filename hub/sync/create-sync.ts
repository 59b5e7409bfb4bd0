/** The hub's side of sync: hears every store, answers after the commit, and sends down what the rooms append. */
import { pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { type HubStoreState, stepHub } from "../../protocol/sync/hub-side.ts"
import { MESSAGE_BYTES_MAX, REPLAY_RETENTION_MS } from "../../protocol/sync/limits.ts"
import type { ReportedState } from "../../protocol/sync/messages.ts"
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import { unpackMessage } from "../../runtime/mqtt/gzip-message.ts"
import { createRepeatDetector } from "../../runtime/mqtt/repeat-detector.ts"
import type { EnrolledStore } from "../enrolment/index.ts"
import type { SystemWrite } from "../storage/index.ts"
import { applySlices } from "./apply-slices.ts"
import type { DownlinkMessage } from "./downlink-message.ts"
import { createLastSeen, WRITTEN_EVERY_MS } from "./last-seen.ts"
import { createStoreNotifier, type Wire } from "./notify-stores.ts"
import { createRunStep, HUB_TAKES, type RunStep, type StepDeps, type StepResult } from "./run-step.ts"
import { type SettleDeadLetter, settleDeadLetterWith } from "./settle-dead-letter.ts"
import { createStoreCalls, type StoreCalls } from "./store-calls.ts"
import { dropStoreDeadLetters } from "./store-dead-letters-store.ts"
import { createStoreLanes } from "./store-lanes.ts"
import { appendDown, type DeadLetter, dropDown, listDeadLetters, pruneLog } from "./store-log-store.ts"
import { insertSyncState, lockSyncState, readSyncState, saveSyncState, takeDownSeq } from "./sync-state-store.ts"

const PRUNE_EVERY_MS = 3_600_000
/** Marks outlive the oldest backup that a store may be restored from. */
const MARKS_KEPT_MS = 30 * 24 * 3_600_000

export interface SyncDeps extends Omit<StepDeps, "noteHeard"> {
  readonly wire: Wire
  /** Names this process among the hub's processes; without `/`, `+` and `#`. */
  readonly hubId: string
  readonly ids: Pick<Ids, "uuid" | "hex12">
  readonly clock: Clock
}

/** Where a store's line stands, for the dashboard and the loss meter. */
export interface SyncStateView {
  readonly epoch: string | null
  readonly applied: number
  /** What the box said last of its own log; null where it has not. */
  readonly told: ReportedState | null
  readonly online: boolean
  readonly heardAt: string | null
  readonly downHead: number
  readonly downAcked: number
}

export interface Sync {
  start(): Promise<void>
  stop(): Promise<void>
  /** Opens the store's line for the box that was claimed, and fences the one before; the same box (by its epoch) goes on. */
  openLine(scope: SystemWrite, place: EnrolledStore, epoch?: string): Promise<void>
  /** Appends to the store's down log in the caller's transaction: last, since it locks the store's row until the commit. */
  append(scope: SystemWrite, storeId: string, ...ops: readonly DownWrite[]): Promise<void>
  readonly callStore: StoreCalls["call"]
  /** What a box that was replaced says, by another way than the broker: its answers, or null when it must be said again. */
  hearFormer(storeId: string, message: { topic: string; payload: string }): Promise<DownlinkMessage[] | null>
  /** When the hub last heard the store, as an ISO moment. */
  heardAt(storeId: string): Promise<string | null>
  line(storeId: string): Promise<SyncStateView | null>
  parked(storeId: string): Promise<DeadLetter[]>
  readonly settleDeadLetter: SettleDeadLetter
}

export function createSync(deps: SyncDeps): Sync {
  const { store, wire, log, clock } = deps
  const pokes = createStoreNotifier({ wire, log })
  const calls = createStoreCalls(deps)
  const lanes = createStoreLanes()
  const signs = createSignsWriter(deps)
  const takes = { ...HUB_TAKES, ...(wire.isShared && { batches: 1 }) }
  const takeStep = createRunStep({ ...deps, takes, noteHeard: signs.note })
  const hear = createHear(deps, { lanes, takeStep })
  let pruning: NodeJS.Timeout | null = null
  const line = async (storeId: string) => {
    const kept = await store.system.read((scope) => readSyncState(scope, storeId))
    return kept ? viewOf(kept.line) : null
  }
  return {
    async start() {
      await wire.subscribe(up.filter(), hear)
      await wire.subscribe(pull.filter(), hear)
      await wire.subscribe(state.filter(), hear)
      await wire.subscribe(reply.filter({ hubId: deps.hubId }), calls.hear)
      pruning = setInterval(() => void prune(deps), PRUNE_EVERY_MS)
    },
    async stop() {
      if (pruning) clearInterval(pruning)
      pokes.stop()
      calls.stop()
      await lanes.idle()
      await signs.stop()
    },
    async openLine(scope, place, epoch) {
      await insertSyncState(scope, place)
      const kept = await lockSyncState(scope, place.storeId)
      if (kept === null || (epoch !== undefined && kept.line.current?.epoch === epoch)) return
      const { line: opened } = stepHub(kept.line, { is: "replaced" }, clock.ms())
      await dropDown(scope, place.storeId)
      await dropStoreDeadLetters(scope, place.storeId)
      await saveSyncState(scope, opened)
    },
    async append(scope, storeId, ...said) {
      if (said.length === 0) return
      const head = await takeDownSeq(scope, storeId, said.length)
      const first = head - said.length + 1
      const ops = said.map(({ kind, body }, n) => ({
        seq: first + n,
        mark: deps.ids.hex12(),
        kind,
        at: scope.now,
        body: JSON.stringify(body),
      }))
      await appendDown(scope, storeId, ...ops)
      scope.afterCommit(() => pokes.notify(storeId, head))
    },
    callStore: calls.call,
    hearFormer: createHearFormer(deps, { lanes, takeStep }),
    line,
    heardAt: async (storeId) => (await line(storeId))?.heardAt ?? null,
    parked: (storeId) => store.system.read((scope) => listDeadLetters(scope, storeId)),
    settleDeadLetter: settleDeadLetterWith(deps),
  }
}

/** Writes down now and then when stores were heard. */
function createSignsWriter({ store, log }: SyncDeps) {
  let timer: NodeJS.Timeout | null = null
  const write = async () => {
    timer = null
    await signs.write().catch((error) => {
      log.warn({ err: error }, "when stores were heard was not written; they are heard again")
    })
  }
  const signs = createLastSeen({
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
function createHear(deps: Pick<SyncDeps, "log" | "wire">, { lanes, takeStep }: Stepping) {
  const { log, wire } = deps
  const noteSaid = createRepeatDetector(log)
  const answer = async (storeId: string, result: StepResult) => {
    try {
      const response = await applySlices(takeStep, storeId, result)
      if (response === null) log.warn({ storeId }, "a store without a line spoke")
      for (const { topic, payload } of response ?? []) {
        if (result.is === "pull")
          noteSaid({ to: storeId, what: `after ${result.message.after}`, chars: payload.length })
        await wire.publish(topic, payload)
      }
    } catch (error) {
      // No answer: the store says it again, and by then the database may be back.
      log.error({ err: error, storeId, is: result.is }, "a step of a store's line failed")
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
function createHearFormer({ log }: Pick<SyncDeps, "log">, { lanes, takeStep }: Stepping): Sync["hearFormer"] {
  return (storeId, { topic, payload }) =>
    new Promise((resolve) => {
      const read = readHeard(topic, Buffer.from(payload))
      if ("reason" in read || read.storeId !== storeId || read.heard.is === "state") return resolve(null)
      const { heard, bytes } = read
      const answer = async () => {
        const messages = await takeStep(storeId, { ...heard, former: true }).catch((error) => {
          log.error({ err: error, storeId }, "what a former box said was not taken")
          return null
        })
        resolve(messages && [...messages])
      }
      if (!lanes.run(storeId, bytes, answer)) resolve(null)
    })
}

interface Stepping {
  readonly lanes: ReturnType<typeof createStoreLanes>
  readonly takeStep: RunStep
}

interface ReadMessage {
  readonly storeId: string
  readonly heard: StepResult
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
    const result = { is: channel.name, message: decoded.message } as StepResult
    return { storeId, heard: result, bytes: payload.length }
  }
  return { reason: "an unknown topic" }
}

async function prune({ store, clock, log }: SyncDeps): Promise<void> {
  const ago = (ms: number) => new Date(clock.ms() - ms).toISOString()
  const before = { down: ago(REPLAY_RETENTION_MS), marks: ago(MARKS_KEPT_MS) }
  await store.system
    .write((scope) => pruneLog(scope, before))
    .catch((error) => {
      log.error({ err: error }, "old rows of sync were not pruned")
    })
}

export function viewOf({ current, online, lastHeardAt, downHead, downAcked, told }: HubStoreState): SyncStateView {
  const heardAt = lastHeardAt === null ? null : new Date(lastHeardAt).toISOString()
  return { epoch: current?.epoch ?? null, applied: current?.applied ?? 0, online, heardAt, downHead, downAcked, told }
}
