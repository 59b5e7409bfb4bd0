/** One process of the hub in the simulator: the real steps, fan-out, queue and delivery on the database that it shares, in a machine that may fail. */

import { CANCEL_DUPLICATE_JOB, cancelDuplicateKind } from "../../hub/fiscal/cancel-duplicate.ts"
import { SUBMISSION_JOB } from "../../hub/fiscal/queue-submissions.ts"
import { sendSequences, sequencesKind } from "../../hub/fiscal/send-sequences.ts"
import { createQueue, type Queue, type TransactionalJobKind } from "../../hub/queue/index.ts"
import { createHubStore, fence, type HubStore, type SystemWrite, type TenantWrite } from "../../hub/storage/index.ts"
import { applySlices } from "../../hub/sync/apply-slices.ts"
import { openStoreLog } from "../../hub/sync/create-sync.ts"
import type { DownlinkMessage } from "../../hub/sync/downlink-message.ts"
import { createLastSeen, type LastSeen, WRITTEN_EVERY_MS } from "../../hub/sync/last-seen.ts"
import { createRunStep, type RunStep, type StepResult } from "../../hub/sync/run-step.ts"
import { appendDown, pruneLog } from "../../hub/sync/store-log-store.ts"
import { readSyncState, takeDownSeq } from "../../hub/sync/sync-state-store.ts"
import type { Downlink } from "../../hub/tenants/index.ts"
import { deliverKind } from "../../hub/webhooks/deliver.ts"
import { resumeKind } from "../../hub/webhooks/resume.ts"
import { command, notify, pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import { MESSAGE_BYTES_MAX } from "../../protocol/sync/limits.ts"
import { createIds } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import { unpackMessage } from "../../runtime/mqtt/gzip-message.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { AskedChange } from "./box-rooms.ts"
import { numberAtHub, tenantOf } from "./fiscal-work.ts"
import { downKeptMs } from "./forgetting.ts"
import { type HubDisk, query } from "./hub-disk.ts"
import { createApplyUp, createOffer, SECRET_KEY } from "./hub-rooms.ts"
import type { Plant } from "./planted/plant.ts"
import { createPower, type Power } from "./power.ts"
import type { Receivers } from "./receivers.ts"
import type { WallClock, World } from "./world.ts"

const REBOOT_MS = { low: 500, high: 15_000 }
export const COMMAND_TIMEOUT_MS = 5_000
const REPEAT_MS = 1_500
const PRUNE_MS = { low: 15_000, high: 45_000 }
const POKE_AFTER_MS = 20
/** Crews wake at once; here they come together, which costs less. */
const SETTLE_AFTER_MS = 3_000
const POLL_MS = 60_000

export interface HubProcess {
  readonly hubId: string
  isUp(): boolean
  /** Takes what a store said; `former`: it came by another way, and the answers go back by it. */
  receive(topic: string, payload: string | Uint8Array, former?: boolean): Promise<readonly DownlinkMessage[]>
  createOrder(storeId: string, n: number): Promise<void>
  number(storeId: string): Promise<void>
  /** Work of a room, in one transaction; false where it did not commit. */
  change(storeId: string, work: ChangeWork): Promise<boolean>
  /** Sends a command, and again until it is answered or late. */
  ask(storeId: string, asked: Omit<AskedChange, "request">): Promise<void>
  /** Another box is claimed for the store. */
  openLine(storeId: string): Promise<boolean>
  /** There is work in the queue. */
  wake(): void
  fillDisk(full: boolean): void
  stop(): void
  start(): void
}

export type ChangeWork = (
  tx: TenantWrite,
  append: (op: { readonly kind: string; readonly body: unknown }) => Promise<void>,
) => Promise<boolean>

export interface HubProcessParts {
  readonly world: World
  readonly hubId: string
  readonly disk: HubDisk
  readonly clock: WallClock
  readonly receivers: Receivers
  readonly plant: Plant
  /** Gives a message to the network, on its way to a store. */
  readonly toStore: (storeId: string, message: DownlinkMessage) => void
  readonly onAsked: (requestId: string, asked: AskedChange, after: number) => void
  readonly onAnswer: (requestId: string, answer: unknown) => void
  readonly isAnswered: (requestId: string) => boolean
  readonly onDown: (hubId: string) => void
}

export async function createHubProcess(deps: HubProcessParts): Promise<HubProcess> {
  const { world, clock, plant, hubId } = deps
  const { random } = world
  const ids = createIds({ clock, random: random.bytes })
  const door = await deps.disk.door(clock)
  const plain = createHubStore(door)
  let life: Life
  let booting = true
  let settlesAt = Number.POSITIVE_INFINITY
  const power: Power = createPower(world, "hub", () => {
    stop()
    world.after(0, () => deps.onDown(hubId))
    world.after(random.between(REBOOT_MS.low, REBOOT_MS.high), start)
  })
  const stop = () => {
    booting = true
    power.off()
    void life?.queue.stop().catch(() => undefined)
  }
  const start = () => {
    if (!booting) return
    booting = false
    power.on()
    const whole = failing(plain, power)
    const store =
      plant.hubStore?.(whole, (message) => deps.toStore(message.topic.split("/")[2] ?? "", message)) ?? whole
    const append = async (scope: SystemWrite, storeId: string, op: { kind: string; body: unknown }) => {
      const seq = await takeDownSeq(scope, storeId)
      const row = { seq, mark: ids.hex12(), kind: op.kind, at: scope.now, body: JSON.stringify(op.body) }
      await appendDown(scope, storeId, row)
      scope.afterCommit(() =>
        world.after(POKE_AFTER_MS, () => {
          const said = { topic: notify.topic({ storeId }), payload: notify.encode({ head: seq }) }
          if (!booting) deps.toStore(storeId, said)
        }),
      )
    }
    const onHeard = () => world.after(WRITTEN_EVERY_MS, writeSigns)
    life = createLife({ parts: deps, store, ids, append, onHeard })
    settleIn(SETTLE_AFTER_MS)
  }
  /** Work of the hub; a power failure or a full disk ends it, and is no error of the test. */
  const guard = async <T>(run: () => Promise<T>): Promise<T | null> => {
    if (booting) return null
    try {
      return await run()
    } catch (error) {
      if (power.isOff() || (power.isFull() && isDisk(error))) return null
      throw error
    }
  }
  const writeSigns = async () => void (await guard(() => life.signs.write()))
  /** Looks after the queue as its crews do: when a commit says so, and when something is due. */
  const settle = async () => {
    if (booting) return
    await life.queue.settle()
    const due = await nextDue(life.store, clock.iso())
    if (!Number.isFinite(due)) return
    const wait = Math.max(SETTLE_AFTER_MS, due - clock.ms())
    settleIn(world.isCalm() ? wait : Math.min(POLL_MS, wait))
  }
  /** A wake-up that comes while a later job is waited for settles at once. */
  const settleIn = (ms: number) => {
    const at = world.time() + ms
    if (at >= settlesAt) return
    settlesAt = at
    world.after(ms, () => {
      if (at !== settlesAt) return
      settlesAt = Number.POSITIVE_INFINITY
      return settle()
    })
  }
  /** As `createSync` does every hour. */
  const prune = () =>
    life.store.system.write(async (scope) => {
      const ago = (ms: number) => new Date(clock.ms() - ms).toISOString()
      const before = await countDown(scope)
      await pruneLog(scope, { down: ago(downKeptMs(world)), marks: ago(30 * 86_400_000) })
      await plant.forgets?.(scope)
      if ((await countDown(scope)) < before) power.afterPruning()
    })
  const look = async () => {
    if (!booting) await guard(prune)
    if (!world.isCalm()) world.after(world.untilTrouble(PRUNE_MS), look)
  }
  start()
  world.after(world.untilTrouble(PRUNE_MS), look)
  return {
    hubId,
    isUp: () => !booting,
    start,
    stop,
    wake: () => settleIn(SETTLE_AFTER_MS),
    fillDisk: power.fill,
    async receive(topic, payload, former = false) {
      if (booting) return []
      const answered = reply.parse(topic) ? reply.decode(payload) : null
      if (answered?.ok) deps.onAnswer(answered.message.requestId, answered.message.answer)
      if (answered) return []
      const { storeId, heard } = read(topic, payload)
      const messages =
        (await guard(() =>
          applySlices(life.takeStep, storeId, former ? ({ ...heard, former } as StepResult) : heard),
        )) ?? []
      if (booting) return []
      return messages.map((one) => plant.said?.(one) ?? one)
    },
    createOrder: async (storeId, n) =>
      void (await guard(() =>
        life.store.system.write((scope) =>
          life.append(scope, storeId, { kind: "order.created", body: { order: { n } } }),
        ),
      )),
    change: async (storeId, work) =>
      (await guard(() =>
        life.store.write(tenantOf(storeId), (tx) => work(tx, (op) => life.append(tx.system, storeId, op))),
      )) === true,
    number: async (storeId) => void (await guard(() => numberAtHub(life.store, ids, storeId))),
    ask: async (storeId, asked) =>
      void (await guard(async () => {
        const kept = await plain.system.read((scope) => readSyncState(scope, storeId))
        const epoch = kept?.state.current?.epoch
        if (epoch === undefined || kept === null) return
        const request = ids.uuid()
        const after = kept.state.downHead
        deps.onAsked(request, { ...asked, request }, after)
        const address = { hubId, deadline: clock.ms() + COMMAND_TIMEOUT_MS, epoch, after }
        const body = { ...asked, request }
        for (let wait = 0; wait < COMMAND_TIMEOUT_MS; wait += REPEAT_MS) {
          world.after(wait, () => {
            if (booting || deps.isAnswered(request)) return
            const requestId = wait === 0 ? request : (plant.againAs?.(request, ids) ?? request)
            if (requestId !== request) deps.onAsked(requestId, body, after)
            const payload = command.encode({ requestId, ...address, kind: "test", body })
            deps.toStore(storeId, { topic: command.topic({ storeId }), payload })
          })
        }
      })),
    async openLine(storeId) {
      const place = { storeId, ...tenantOf(storeId) }
      const done = await guard(async () => {
        await life.store.system.write((scope) => openStoreLog(scope, place))
        return true
      })
      return done === true
    },
  }
}

interface Life {
  readonly store: HubStore
  readonly takeStep: RunStep
  readonly signs: LastSeen
  readonly queue: Queue
  readonly append: (scope: SystemWrite, storeId: string, op: { kind: string; body: unknown }) => Promise<void>
}

interface LifeParts extends Pick<Life, "store" | "append"> {
  readonly parts: HubProcessParts
  readonly ids: ReturnType<typeof createIds>
  /** There are signs of life to be written. */
  readonly onHeard: () => void
}

/** From one start of the process to its end. */
function createLife({ parts, store, ids, append, onHeard }: LifeParts): Life {
  const { clock, plant, receivers, world } = parts
  const log = silentLog
  const applyUp = createApplyUp({ store, ids, ...(plant.tellsEarly && { tell: receivers.sender }) })
  const onEpoch: NonNullable<Parameters<typeof createRunStep>[0]["onEpoch"]> = async (scope, enrolled, { epoch }) =>
    sendSequences(fence(scope, enrolled, store.dialect), ids, { storeId: enrolled.storeId, epoch })
  const signs = createLastSeen({ store, onFirst: onHeard })
  const step = {
    store,
    log,
    noteSeen: signs.note,
    applyUp: plant.applyUp?.(applyUp) ?? applyUp,
    offer: createOffer(store),
    onEpoch,
  }
  const takeStep = createRunStep(step)
  const downlink = { append } as unknown as Downlink
  const kinds = {
    "webhook.deliver": deliverKind({ store, ids, clock, log, secretKey: SECRET_KEY, sender: receivers.sender }),
    "webhook.resume": resumeKind(ids),
    "fiscal.sequences": sequencesKind({ downlink }),
    [CANCEL_DUPLICATE_JOB]: cancelDuplicateKind({ ids, downlink }),
    [SUBMISSION_JOB]: NO_AUTHORITY,
  }
  return {
    store,
    append,
    signs,
    takeStep: plant.takeStep?.(takeStep) ?? takeStep,
    queue: createQueue({ store, clock, log, kinds, chance: world.random.next, elapsed: world.time, stopWaitMs: 0 }),
  }
}

/** There is none here: what is handed over stays with the hub. */
const NO_AUTHORITY: TransactionalJobKind = {
  retry: CALLBACK_RETRY,
  apply: async () => ({ is: "ignored", result: { kind: "ignored", reason: "NO_PROVIDER" } }),
}

const DUE = `SELECT (SELECT min(run_at) FROM job WHERE waiting = 1) AS due,
  (SELECT min(run_at) FROM job WHERE waiting = 2) AS later, (SELECT min(lease_until) FROM job WHERE status = 'processing') AS lease`

async function nextDue(store: HubStore, now: string): Promise<number> {
  const [moment] = await store.system.read((scope) =>
    query<Record<"due" | "later" | "lease", string | null>>(scope, DUE),
  )
  const { due, later, lease } = moment ?? {}
  const moments = [due ? now : null, later, lease].flatMap((at) => (at ? [Date.parse(at)] : []))
  return Math.min(...moments)
}

async function countDown(scope: SystemWrite): Promise<number> {
  return (await query<{ count: number }>(scope, "SELECT count(*) AS count FROM down_op"))[0]?.count ?? 0
}

function isDisk(error: unknown): boolean {
  return error instanceof StoreUnavailable || (error as { code?: unknown }).code === "SQLITE_FULL"
}

function failing(store: HubStore, power: Power): HubStore {
  const write: HubStore["system"]["write"] = async (fn) => {
    power.assertOn()
    const result = await store.system.write(async (scope) => {
      const value = await fn(scope)
      power.beforeCommit()
      return value
    })
    power.afterCommit()
    return result
  }
  return {
    ...store,
    write: (tenant, fn) => write((scope) => fn(fence(scope, tenant, store.dialect))),
    system: { ...store.system, write },
  }
}

function read(topic: string, payload: string | Uint8Array): { storeId: string; heard: StepResult } {
  const whole = typeof payload === "string" ? payload : unpackMessage(payload, MESSAGE_BYTES_MAX)
  for (const channel of [up, pull, state] as const) {
    const storeId = channel.parse(topic)?.storeId
    const decoded = storeId === undefined || whole === null ? null : channel.decode(whole)
    if (decoded?.ok)
      return { storeId: storeId as string, heard: { is: channel.name, message: decoded.message } as StepResult }
  }
  throw new Error(`the hub cannot read ${topic}: ${payload.slice(0, 200)}`)
}
