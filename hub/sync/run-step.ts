/** Handles one message of a store: lock its row, decide, apply, save, in one transaction. The answers are sent after the commit. */
import { ack } from "../../protocol/mqtt/cloud.ts"
import { type LoggedOp, opBytes, openOp } from "../../protocol/sync/batch.ts"
import { type HubEffect, type HubInput, type HubStoreState, stepHub } from "../../protocol/sync/hub-side.ts"
import { BATCH_BYTES_MAX, DEAD_LETTER_BYTES_MAX, DEAD_LETTERS_MAX } from "../../protocol/sync/limits.ts"
import type { Ack, Op, Previous, Takes } from "../../protocol/sync/messages.ts"
import { createOpCheck, SKIPPED, upOps } from "../../protocol/sync/ops.ts"
import { type RestorableRecord, recordToKeep } from "../../protocol/sync/restorable-records.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import type { EnrolledStore } from "../tenants/index.ts"
import { answerIdlePoll } from "./answer-idle-poll.ts"
import { appliedElsewhere } from "./applied-elsewhere.ts"
import { isDatabaseFailure } from "./database-faults.ts"
import { addDeadLetter, countDeadLetters } from "./dead-letters-store.ts"
import { type DownlinkMessage, downTo } from "./downlink-message.ts"
import { applyGroups, type Run, runsOf } from "./group-operations.ts"
import * as log from "./store-log-store.ts"
import { lockSyncState, saveSyncState } from "./sync-state-store.ts"

/** Applies an operation. Returns null, or the reason why it can never apply: then it becomes a dead letter. */
export type ApplyUp = (
  scope: SystemWrite,
  store: EnrolledStore,
  op: { readonly kind: string; readonly body: unknown; readonly at: string },
) => Promise<string | null>

/** Applies operations of different sales in shared statements. Returns those that it has applied; the rest are applied one by one. */
export type ApplyBatch = (scope: SystemWrite, store: EnrolledStore, ops: readonly Op[]) => Promise<ReadonlySet<Op>>

/** Called when an operation is sent for the first time. Returns its final content, or null if it is not needed any more. */
export type OfferOp = (
  scope: SystemWrite,
  store: EnrolledStore,
  op: { readonly kind: string; readonly body: unknown },
) => Promise<{ readonly kind: string; readonly body: unknown } | null>

export interface Begun {
  readonly epoch: string
  /** What its log shares with the one before. */
  readonly since: Previous
  /** An ISO moment: a restored box has lost nothing that came before it. */
  readonly oldest: string
}

/** What this hub accepts where messages of a store arrive in order. */
export const HUB_TAKES: Takes = { gzip: true, batches: 4 }

/** How far back a box may have been restored if it shares nothing for certain: longer than the age of its oldest backup. */
const RESTORED_BACK_MAX_MS = 9 * 24 * 3_600_000

/** Operations that a replaced box had not sent before. Each is checked against what the new box has done since. */
export interface LeftoverOps {
  /** Decides whether to apply the operation, to skip it because it is known, or to make it a dead letter with a reason. */
  decide(
    scope: SystemWrite,
    store: EnrolledStore,
    op: { readonly kind: string; readonly body: unknown },
    changedSince: ChangedSince,
  ): Promise<"apply" | "known" | { readonly park: string }>
  /** Sends what was applied to the store's new box, in the batch's transaction, which has locked the store's row. */
  forward(scope: SystemWrite, store: EnrolledStore, kept: readonly RestorableRecord[]): Promise<void>
}

/** Whether the store's current box has reported this record. */
export type ChangedSince = (id: string) => Promise<boolean>

export interface StepDeps {
  readonly store: HubStore
  readonly log: Log
  readonly applyUp: ApplyUp
  readonly applyBatch?: ApplyBatch
  readonly offer: OfferOp
  readonly leftover?: LeftoverOps
  /** Called for a message that changes nothing else, with an ISO moment. */
  readonly noteSeen: (storeId: string, heardAt: string) => void
  /** What stores may send. A replaced box, which uses HTTP, is not told. */
  readonly takes?: Takes
  /** Called in the transaction in which a box continues under a new epoch. It enqueues what the box must be sent again. */
  readonly onEpoch?: (scope: SystemWrite, store: EnrolledStore, begun: Begun) => Promise<void>
  /** Called in the transaction in which a dead letter was added or settled. */
  readonly onDeadLetter?: (scope: SystemWrite, store: EnrolledStore) => Promise<void>
}

/** A message of a store. The mark that a pull is compared with is looked up inside the step. */
export type StepResult = Exclude<HubInput, { is: "pull" | "replaced" }> | Omit<HubInput & { is: "pull" }, "markAt">

/**
 * Returns the answers, or null when no box was claimed for the store. `onWritten` is called when everything is written and the row stays locked until the
 * commit: a step that begins then comes after this one, on either database. It may be called more than once, and must not throw.
 */
export type RunStep = (
  storeId: string,
  result: StepResult,
  onWritten?: () => void,
) => Promise<readonly DownlinkMessage[] | null>

interface Step {
  readonly deps: StepDeps
  readonly scope: SystemWrite
  readonly store: EnrolledStore
  readonly messages: DownlinkMessage[]
  readonly attempt: Attempt
  readonly takes: Pick<Ack, "takes">
  state: HubStoreState
}

/** Operations that failed in an earlier attempt become dead letters in the next one: a failed statement ends its transaction on both databases. */
interface Attempt {
  readonly failures: ReadonlyMap<number, string>
  /** The number of the operation that is being applied. */
  applying: number | null
  /** Whether operations share statements. Not after that has failed, so that the one at fault is found. */
  batching: "untried" | "tried" | "never"
}

export function createRunStep(deps: StepDeps): RunStep {
  const check = createOpCheck(upOps)
  const applyChecked: ApplyUp = async (scope, store, op) => check(op) ?? (await deps.applyUp(scope, store, op))
  const checked = { ...deps, applyUp: applyChecked }
  return async (storeId, result, onWritten) => {
    const answered =
      result.is === "pull" && !result.former
        ? await answerIdlePoll({ ...deps, takes: deps.takes ?? HUB_TAKES }, storeId, result.message)
        : null
    if (answered !== null) return answered
    const failures = new Map<number, string>()
    let batching: Attempt["batching"] = "untried"
    for (;;) {
      const attempt: Attempt = { failures, applying: null, batching }
      try {
        return await deps.store.system.write(async (scope) => {
          const messages = await takeStep(checked, scope, { storeId, heard: result, attempt })
          onWritten?.()
          return messages
        })
      } catch (error) {
        const { applying } = attempt
        if (attempt.batching === "tried" && applying === null && !isDatabaseFailure(error)) {
          batching = "never"
          continue
        }
        if (applying === null || failures.has(applying) || isDatabaseFailure(error)) throw error
        deps.log.error({ err: error, storeId, seq: applying }, "an operation of a store could not be applied")
        failures.set(applying, `FAILED: ${(error as Error).message}`)
      }
    }
  }
}

async function takeStep(
  deps: StepDeps,
  scope: SystemWrite,
  { storeId, heard, attempt }: { storeId: string; heard: StepResult; attempt: Attempt },
): Promise<readonly DownlinkMessage[] | null> {
  attempt.applying = null
  const stored = await lockSyncState(scope, storeId)
  if (stored === null) return null
  const input: HubInput =
    heard.is === "pull" ? { markAt: await log.downMarkAt(scope, storeId, heard.message.after), ...heard } : heard
  const { state, effects } = stepHub(stored.state, input, Date.parse(scope.now))
  const takes = "former" in heard && heard.former ? {} : { takes: deps.takes ?? HUB_TAKES }
  const step: Step = { deps, scope, store: stored.store, messages: [], attempt, takes, state }
  for (const effect of effects) await runEffects(step, effect)
  await saveSyncState(scope, step.state, stored.state)
  return step.messages
}

async function runEffects(step: Step, effect: HubEffect): Promise<void> {
  const { scope, store, messages, deps } = step
  const { storeId } = store
  switch (effect.do) {
    case "apply":
      await applyOps(step, effect)
      break
    case "ack":
      messages.push({ topic: ack.topic({ storeId }), payload: ack.encode({ ...step.takes, ...effect.message }) })
      break
    case "answer":
      messages.push(downTo(storeId, { ...step.takes, ...effect.message }))
      break
    case "offer":
      await offerOps(step, effect.message)
      break
    case "renumber-down":
      step.state = { ...step.state, downHead: await log.renumberDown(scope, storeId, effect) }
      break
    case "alarm":
      if (effect.reason === "EPOCH_OPENED") await beginEpoch(step, effect.epoch)
      deps.log[effect.reason === "EPOCH_OPENED" ? "info" : "warn"](
        { storeId, reason: effect.reason, epoch: effect.epoch },
        "the sync state of a store has changed",
      )
  }
}

async function beginEpoch({ deps, scope, store, state }: Step, epoch: string): Promise<void> {
  const since = state.current?.previous
  if (!since || !deps.onEpoch) return
  const oldest = new Date(Date.parse(scope.now) - RESTORED_BACK_MAX_MS).toISOString()
  await deps.onEpoch(scope, store, { epoch, since, oldest })
}

async function applyOps(step: Step, effect: HubEffect & { do: "apply" }): Promise<void> {
  const { deps, scope, store, attempt } = step
  const { epoch, ops } = effect
  const known = await appliedElsewhere(scope, step.state, effect)
  const forward: RestorableRecord[] = []
  let hasDeadLetter = false
  const fresh = ops.filter((op) => !known.has(op.mark))
  const runs = effect.fenced || attempt.failures.size > 0 ? [] : runsOf(fresh)
  const done = new Set<Op>()
  for (const op of fresh) {
    const run = runs.find(({ first }) => first === op)
    if (run) for (const one of await applyRun(step, run)) done.add(one)
    if (done.has(op)) continue
    attempt.applying = op.seq
    const failure = attempt.failures.get(op.seq)
    const decision = failure === undefined && effect.fenced ? await decideLeftover(step, op) : "apply"
    const apply = async () => (decision === "apply" ? deps.applyUp(scope, store, op) : deadLetterReason(decision))
    const reason = failure ?? (await apply())
    attempt.applying = null
    if (reason === null && effect.fenced && decision === "apply") forward.push(...[recordToKeep(op) ?? []].flat())
    if (reason === null) continue
    await assertRoomForDeadLetter(step)
    await addDeadLetter(scope, store, { epoch, op, reason })
    hasDeadLetter = true
    deps.log.error(
      { storeId: store.storeId, seq: op.seq, kind: op.kind, reason },
      "an operation of a store became a dead letter",
    )
  }
  await log.saveMarks(scope, store.storeId, { epoch, ops })
  if (hasDeadLetter) await deps.onDeadLetter?.(scope, store)
  if (forward.length > 0) await deps.leftover?.forward(scope, store, forward)
}

/** A store with too many dead letters must wait for a person: its batch is rolled back and not acknowledged. */
class DeadLettersFull extends Error {
  override readonly name = "DeadLettersFull"
}

async function assertRoomForDeadLetter({ scope, store: { storeId } }: Step): Promise<void> {
  const { count, bytes } = await countDeadLetters({ db: scope.db, now: scope.now }, storeId)
  if (count < DEAD_LETTERS_MAX && bytes < DEAD_LETTER_BYTES_MAX) return
  throw new DeadLettersFull(
    `store ${storeId} has ${count} dead letters of ${bytes} bytes: settle or dismiss some of them`,
  )
}

/** Applies a run in shared statements. If that fails, the step begins again and applies one by one. */
async function applyRun({ deps, scope, store, attempt }: Step, run: Run): Promise<ReadonlySet<Op>> {
  const { applyBatch: applyTogether } = deps
  if (!applyTogether || attempt.batching === "never") return new Set()
  attempt.batching = "tried"
  const done = await applyGroups(run, (ops) => applyTogether(scope, store, ops))
  attempt.batching = "untried"
  return done
}

async function decideLeftover({ deps, scope, store, state }: Step, op: Op) {
  if (!deps.leftover) return "apply"
  const since = state.current
  const changedSince: ChangedSince = async (id) =>
    since !== null &&
    log.isNamedIn(scope, store.storeId, { epoch: since.epoch, carried: since.previous?.carried ?? 0, id })
  return deps.leftover.decide(scope, store, op, changedSince)
}

function deadLetterReason(decision: Awaited<ReturnType<LeftoverOps["decide"]>>): string | null {
  return typeof decision === "string" ? null : decision.park
}

async function offerOps(step: Step, message: (HubEffect & { do: "offer" })["message"]): Promise<void> {
  const { scope, store } = step
  // Most polls find nothing, so nothing need be read.
  const rows = message.after < step.state.downHead ? await log.readDown(scope, store.storeId, message.after) : []
  const ops: Op[] = []
  let bytes = 0
  for (const row of rows) {
    // An operation without room in this answer is not sent, so the hub may still change it. An order may grow when it is sent, and then waits.
    if (ops.length > 0 && bytes + opBytes(row) > BATCH_BYTES_MAX) break
    const offered = row.offeredAt === null ? await offerOp(step, row) : row
    bytes += opBytes(offered)
    if (ops.length > 0 && bytes > BATCH_BYTES_MAX) break
    ops.push(openOp(offered))
  }
  step.state = { ...step.state, downOffered: Math.max(step.state.downOffered, ops.at(-1)?.seq ?? 0) }
  step.messages.push(downTo(store.storeId, { ops, head: step.state.downHead, ...step.takes, ...message }))
}

async function offerOp({ deps, scope, store }: Step, row: LoggedOp): Promise<LoggedOp> {
  const left = await deps.offer(scope, store, { kind: row.kind, body: JSON.parse(row.body) })
  const { kind, body } = left ?? { kind: SKIPPED, body: {} }
  const final = { ...row, kind, body: JSON.stringify(body) }
  await log.markOffered(scope, store.storeId, final)
  return final
}
