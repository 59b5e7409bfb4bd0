/** The hub's side of sync: receives the messages of all stores, answers after the commit, and sends operations down. */
import { pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { type HubStoreState, stepHub } from "../../protocol/sync/hub-side.ts"
import { MESSAGE_BYTES_MAX, REPLAY_RETENTION_MS } from "../../protocol/sync/limits.ts"
import type { ReportedState } from "../../protocol/sync/messages.ts"
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import { unpackMessage } from "../../runtime/mqtt/gzip-message.ts"
import { createRepeatDetector } from "../../runtime/mqtt/repeat-detector.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { SystemWrite } from "../storage/index.ts"
import type { EnrolledStore } from "../tenants/index.ts"
import { applySlices } from "./apply-slices.ts"
import { type DeadLetter, listDeadLetters } from "./dead-letters-store.ts"
import type { DownlinkMessage } from "./downlink-message.ts"
import { createLastSeen, WRITTEN_EVERY_MS } from "./last-seen.ts"
import { createStoreNotifier, type Wire } from "./notify-stores.ts"
import { createRunStep, HUB_TAKES, type RunStep, type StepDeps, type StepResult } from "./run-step.ts"
import { type SettleDeadLetter, settleDeadLetterWith } from "./settle-dead-letter.ts"
import { createStoreCalls, type StoreCalls } from "./store-calls.ts"
import { dropStoreDeadLetters } from "./store-dead-letters-store.ts"
import { createStoreLanes } from "./store-lanes.ts"
import { appendDown, dropDown, pruneLog } from "./store-log-store.ts"
import { insertSyncState, lockSyncState, readSyncState, saveSyncState, takeDownSeq } from "./sync-state-store.ts"

const PRUNE_EVERY_MS = 3_600_000
/** Marks must outlive the oldest backup that a store may be restored from. */
const MARKS_KEPT_MS = 30 * 24 * 3_600_000

export interface SyncDeps extends Omit<StepDeps, "noteSeen"> {
  readonly wire: Wire
  /** Names this process among the hub's processes; without `/`, `+` and `#`. */
  readonly hubId: string
  readonly ids: Pick<Ids, "uuid" | "hex12">
  readonly clock: Clock
}

/** A store's sync state for the dashboard and the loss meter. */
export interface SyncStateView {
  readonly epoch: string | null
  readonly applied: number
  /** The box's last report about its own log; null if it has sent none. */
  readonly reported: ReportedState | null
  readonly online: boolean
  readonly lastSeenAt: string | null
  readonly downHead: number
  readonly downAcked: number
}

export interface Sync {
  start(): Promise<void>
  stop(): Promise<void>
  /** Appends to the store's log in the caller's transaction. Call it last: it locks the store's row until the commit. */
  append(scope: SystemWrite, storeId: string, ...ops: readonly DownWrite[]): Promise<void>
  readonly callStore: StoreCalls["call"]
  /** Handles a message of a replaced box, which arrives by HTTP. Returns the answers, or null when the box must send it again. */
  takeFromFormerBox(storeId: string, message: { topic: string; payload: string }): Promise<DownlinkMessage[] | null>
  /** When the hub last received something from the store, as an ISO moment. */
  lastSeenAt(storeId: string): Promise<string | null>
  stateOf(storeId: string): Promise<SyncStateView | null>
  deadLetters(storeId: string): Promise<DeadLetter[]>
  readonly settleDeadLetter: SettleDeadLetter
}

export function createSync(deps: SyncDeps): Sync {
  const { store, wire, log } = deps
  const notifier = createStoreNotifier({ wire, log })
  const calls = createStoreCalls(deps)
  const lanes = createStoreLanes()
  const lastSeen = createLastSeenWriter(deps)
  const takes = { ...HUB_TAKES, ...(wire.isShared && { batches: 1 }) }
  const takeStep = createRunStep({ ...deps, takes, noteSeen: lastSeen.note })
  const receive = createReceiver(deps, { lanes, takeStep })
  const whenFailed = "old rows of sync were not removed; it is tried again"
  const pruning = repeat({ name: "sync pruning", everyMs: PRUNE_EVERY_MS, log, whenFailed }, () => prune(deps))
  const line = async (storeId: string) => {
    const stored = await store.system.read((scope) => readSyncState(scope, storeId))
    return stored ? viewOf(stored.state) : null
  }
  return {
    async start() {
      await wire.subscribe(up.filter(), receive)
      await wire.subscribe(pull.filter(), receive)
      await wire.subscribe(state.filter(), receive)
      await wire.subscribe(reply.filter({ hubId: deps.hubId }), calls.receive)
      pruning.start()
    },
    async stop() {
      await pruning.stop()
      notifier.stop()
      calls.stop()
      await lanes.idle()
      await lastSeen.stop()
    },
    async append(scope, storeId, ...writes) {
      if (writes.length === 0) return
      const head = await takeDownSeq(scope, storeId, writes.length)
      const first = head - writes.length + 1
      const ops = writes.map(({ kind, body }, n) => ({
        seq: first + n,
        mark: deps.ids.hex12(),
        kind,
        at: scope.now,
        body: JSON.stringify(body),
      }))
      await appendDown(scope, storeId, ...ops)
      scope.afterCommit(() => notifier.notify(storeId, head))
    },
    callStore: calls.call,
    takeFromFormerBox: createFormerBoxReceiver(deps, { lanes, takeStep }),
    stateOf: line,
    lastSeenAt: async (storeId) => (await line(storeId))?.lastSeenAt ?? null,
    deadLetters: (storeId) => store.system.read((scope) => listDeadLetters(scope, storeId)),
    settleDeadLetter: settleDeadLetterWith(deps),
  }
}

/** Starts an empty log for a box that was claimed, and fences the box before it. The same box, known by its epoch, continues. */
export async function openStoreLog(scope: SystemWrite, store: EnrolledStore, epoch?: string): Promise<void> {
  await insertSyncState(scope, store)
  const stored = await lockSyncState(scope, store.storeId)
  if (stored === null || (epoch !== undefined && stored.state.current?.epoch === epoch)) return
  const { state: opened } = stepHub(stored.state, { is: "replaced" }, Date.parse(scope.now))
  await dropDown(scope, store.storeId)
  await dropStoreDeadLetters(scope, store.storeId)
  await saveSyncState(scope, opened)
}

/** Writes every 30 s when stores were last seen. */
function createLastSeenWriter({ store, log }: SyncDeps) {
  let timer: NodeJS.Timeout | null = null
  const write = async () => {
    timer = null
    await lastSeen.write().catch((error) => {
      log.warn({ err: error }, "when stores were last seen was not written; their next polls correct it")
    })
  }
  const lastSeen = createLastSeen({
    store,
    onFirst: () => {
      timer ??= setTimeout(write, WRITTEN_EVERY_MS)
    },
  })
  return {
    note: lastSeen.note,
    async stop() {
      if (timer) clearTimeout(timer)
      await write()
    },
  }
}

/** Each message of a store is one step, in the store's lane. The answers are sent after the commit. */
function createReceiver(deps: Pick<SyncDeps, "log" | "wire">, { lanes, takeStep }: StepRunner) {
  const { log, wire } = deps
  const noteRepeat = createRepeatDetector(log)
  const answer = async (storeId: string, result: StepResult) => {
    try {
      const response = await applySlices(takeStep, storeId, result)
      if (response === null) log.warn({ storeId }, "a message of a store for which no box was claimed")
      for (const { topic, payload } of response ?? []) {
        if (result.is === "pull")
          noteRepeat({ to: storeId, what: `after ${result.message.after}`, chars: payload.length })
        await wire.publish(topic, payload)
      }
    } catch (error) {
      // Without an answer the store sends it again. By then the database may be back.
      log.error({ err: error, storeId, is: result.is }, "a message of a store could not be handled")
    }
  }
  return (topic: string, payload: Uint8Array) => {
    const read = decodeMessage(topic, payload)
    if ("reason" in read) {
      log.warn({ topic, reason: read.reason }, "a message that does not fit its channel")
      return
    }
    const { storeId, heard, bytes } = read
    if (!lanes.run(storeId, bytes, () => answer(storeId, heard)))
      log.warn({ storeId }, "a store sends faster than it is answered")
  }
}

/** A former box uses the lane of its store too. It can only deliver what it had not sent before it was replaced. */
function createFormerBoxReceiver(
  { log }: Pick<SyncDeps, "log">,
  { lanes, takeStep }: StepRunner,
): Sync["takeFromFormerBox"] {
  return (storeId, { topic, payload }) =>
    new Promise((resolve) => {
      const read = decodeMessage(topic, Buffer.from(payload))
      if ("reason" in read || read.storeId !== storeId || read.heard.is === "state") return resolve(null)
      const { heard, bytes } = read
      const answer = async () => {
        const messages = await takeStep(storeId, { ...heard, former: true }).catch((error) => {
          log.error({ err: error, storeId }, "a message of a former box could not be handled")
          return null
        })
        resolve(messages && [...messages])
      }
      if (!lanes.run(storeId, bytes, answer)) resolve(null)
    })
}

interface StepRunner {
  readonly lanes: ReturnType<typeof createStoreLanes>
  readonly takeStep: RunStep
}

interface ReadMessage {
  readonly storeId: string
  readonly heard: StepResult
  /** The size of the unpacked message. */
  readonly bytes: number
}

function decodeMessage(topic: string, sent: Uint8Array): ReadMessage | { reason: string } {
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

async function prune({ store, clock }: SyncDeps): Promise<void> {
  const ago = (ms: number) => new Date(clock.ms() - ms).toISOString()
  const before = { down: ago(REPLAY_RETENTION_MS), marks: ago(MARKS_KEPT_MS) }
  await store.system.write((scope) => pruneLog(scope, before))
}

export function viewOf({
  current,
  online,
  lastHeardAt,
  downHead,
  downAcked,
  reported: told,
}: HubStoreState): SyncStateView {
  const heardAt = lastHeardAt === null ? null : new Date(lastHeardAt).toISOString()
  return {
    epoch: current?.epoch ?? null,
    applied: current?.applied ?? 0,
    online,
    lastSeenAt: heardAt,
    downHead,
    downAcked,
    reported: told,
  }
}
