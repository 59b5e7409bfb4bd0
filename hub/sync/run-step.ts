/** One step of a store's line: lock, decide, apply, save in one transaction; what is to be said is said after its commit. */
import { ack } from "../../protocol/mqtt/cloud.ts"
import { type LoggedOp, opBytes, openOp } from "../../protocol/sync/batch.ts"
import { type HubEffect, type HubInput, type HubStoreState, stepHub } from "../../protocol/sync/hub-side.ts"
import { BATCH_BYTES_MAX, DEAD_LETTER_BYTES_MAX, DEAD_LETTERS_MAX } from "../../protocol/sync/limits.ts"
import type { Ack, Op, Previous, Takes } from "../../protocol/sync/messages.ts"
import { createOpCheck, SKIPPED, upOps } from "../../protocol/sync/ops.ts"
import { type RestorableRecord, recordToKeep } from "../../protocol/sync/restorable-records.ts"
import type { Log } from "../../runtime/log.ts"
import type { EnrolledStore } from "../enrolment/index.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { answerIdlePoll } from "./answer-idle-poll.ts"
import { appliedElsewhere } from "./applied-elsewhere.ts"
import { isDatabase } from "./database-faults.ts"
import { type DownlinkMessage, downTo } from "./downlink-message.ts"
import { applyGroups, type Run, runsOf } from "./group-operations.ts"
import * as log from "./store-log-store.ts"
import { lockSyncState, saveSyncState } from "./sync-state-store.ts"

/** Answers why the op can never apply, for it to be parked; null once it has. */
export type ApplyUp = (
  scope: SystemWrite,
  place: EnrolledStore,
  op: { readonly kind: string; readonly body: unknown; readonly at: string },
) => Promise<string | null>

/** Those that are done, of ops that are each about another sale, or its document; what is left is applied one by one. */
export type ApplyBatch = (scope: SystemWrite, place: EnrolledStore, ops: readonly Op[]) => Promise<ReadonlySet<Op>>

/** An op is about to leave for the first time: what it says now, or null when it has nothing left to say. */
export type OfferOp = (
  scope: SystemWrite,
  place: EnrolledStore,
  op: { readonly kind: string; readonly body: unknown },
) => Promise<{ readonly kind: string; readonly body: unknown } | null>

export interface Begun {
  readonly epoch: string
  /** What its log has in common with the one before. */
  readonly since: Previous
  /** Nothing that was heard before is lost on a box that was restored. */
  readonly oldest: string
}

/** Where what a store says arrives in the order in which it said it. */
export const HUB_TAKES: Takes = { gzip: true, batches: 4 }

/** How far back a box may have been restored to where nothing is surely common: longer than its oldest backup. */
const RETURNED_MS = 9 * 24 * 3_600_000

/** What a box that no longer speaks for its store had not sent before: each op is judged against what its successor has done since. */
export interface LeftoverOps {
  /** Apply it, leave it (it is known), or park it with the reason why a person must look. */
  judge(
    scope: SystemWrite,
    place: EnrolledStore,
    op: { readonly kind: string; readonly body: unknown },
    changedSince: ChangedSince,
  ): Promise<"apply" | "known" | { readonly park: string }>
  /** What was applied is the store's, so its box must have it. In the batch's transaction, in which the box's line is held. */
  forward(scope: SystemWrite, place: EnrolledStore, kept: readonly RestorableRecord[]): Promise<void>
}

/** Whether the box that speaks for the store now has told of this record. */
export type ChangedSince = (id: string) => Promise<boolean>

export interface StepDeps {
  readonly store: HubStore
  readonly log: Log
  readonly applyUp: ApplyUp
  readonly applyTogether?: ApplyBatch
  readonly offer: OfferOp
  readonly former?: LeftoverOps
  /** A store was heard that had nothing to say: at this ISO moment. */
  readonly noteHeard: (storeId: string, heardAt: string) => void
  /** What stores are told that they may send; a replaced box, which speaks by another way, is told nothing. */
  readonly takes?: Takes
  /** A box goes on under a new epoch, in the transaction that opens it: what it must be told is put in a queue. */
  readonly onEpoch?: (scope: SystemWrite, place: EnrolledStore, begun: Begun) => Promise<void>
  /** Something of the store was parked, or settled: in that transaction. */
  readonly onParked?: (scope: SystemWrite, place: EnrolledStore) => Promise<void>
}

/** What the store said; the mark that a pull is compared with is looked up inside. */
export type StepResult = Exclude<HubInput, { is: "pull" | "replaced" }> | Omit<HubInput & { is: "pull" }, "markAt">

/**
 * Null when the store has no line. `onWritten`: all is written, and this step holds the line until its commit: a step that begins now comes after it, on
 * either engine. It may be called more than once, and must not throw.
 */
export type RunStep = (
  storeId: string,
  result: StepResult,
  onWritten?: () => void,
) => Promise<readonly DownlinkMessage[] | null>

interface Step {
  readonly parts: StepDeps
  readonly scope: SystemWrite
  readonly place: EnrolledStore
  readonly said: DownlinkMessage[]
  readonly attempt: Attempt
  readonly takes: Pick<Ack, "takes">
  line: HubStoreState
}

/** Ops that failed in an earlier attempt are parked in the next one: a failed statement ends its transaction on both engines. */
interface Attempt {
  readonly poison: ReadonlyMap<number, string>
  /** The op that is being applied. */
  applying: number | null
  /** Whether ops are applied together: not once that has failed, so that the one at fault is found. */
  together: "untried" | "tried" | "never"
}

export function createRunStep(deps: StepDeps): RunStep {
  const check = createOpCheck(upOps)
  const fit: ApplyUp = async (scope, place, op) => check(op) ?? (await deps.applyUp(scope, place, op))
  const fitted = { ...deps, applyUp: fit }
  return async (storeId, result, onWritten) => {
    const answered =
      result.is === "pull" && !result.former
        ? await answerIdlePoll({ ...deps, takes: deps.takes ?? HUB_TAKES }, storeId, result.message)
        : null
    if (answered !== null) return answered
    const poison = new Map<number, string>()
    let together: Attempt["together"] = "untried"
    for (;;) {
      const attempt: Attempt = { poison, applying: null, together }
      try {
        return await deps.store.system.write(async (scope) => {
          const messages = await takeStep(fitted, scope, { storeId, heard: result, attempt })
          onWritten?.()
          return messages
        })
      } catch (error) {
        const { applying } = attempt
        if (attempt.together === "tried" && applying === null && !isDatabase(error)) {
          together = "never"
          continue
        }
        if (applying === null || poison.has(applying) || isDatabase(error)) throw error
        deps.log.error({ err: error, storeId, seq: applying }, "an op of a store could not be applied")
        poison.set(applying, `FAILED: ${(error as Error).message}`)
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
  const kept = await lockSyncState(scope, storeId)
  if (kept === null) return null
  const input: HubInput =
    heard.is === "pull" ? { markAt: await log.downMarkAt(scope, storeId, heard.message.after), ...heard } : heard
  const { line, effects } = stepHub(kept.line, input, Date.parse(scope.now))
  const takes = "former" in heard && heard.former ? {} : { takes: deps.takes ?? HUB_TAKES }
  const step: Step = { parts: deps, scope, place: kept.place, said: [], attempt, takes, line }
  for (const effect of effects) await runEffects(step, effect)
  await saveSyncState(scope, step.line, kept.line)
  return step.said
}

async function runEffects(step: Step, effect: HubEffect): Promise<void> {
  const { scope, place, said, parts } = step
  const { storeId } = place
  switch (effect.do) {
    case "apply":
      await applyOps(step, effect)
      break
    case "ack":
      said.push({ topic: ack.topic({ storeId }), payload: ack.encode({ ...step.takes, ...effect.message }) })
      break
    case "answer":
      said.push(downTo(storeId, { ...step.takes, ...effect.message }))
      break
    case "offer":
      await offerOps(step, effect.message)
      break
    case "renumber-down":
      step.line = { ...step.line, downHead: await log.renumberDown(scope, storeId, effect) }
      break
    case "alarm":
      if (effect.reason === "EPOCH_OPENED") await beginEpoch(step, effect.epoch)
      parts.log[effect.reason === "EPOCH_OPENED" ? "info" : "warn"](
        { storeId, reason: effect.reason, epoch: effect.epoch },
        "a store's line has changed",
      )
  }
}

async function beginEpoch({ parts, scope, place, line }: Step, epoch: string): Promise<void> {
  const since = line.current?.previous
  if (!since || !parts.onEpoch) return
  const oldest = new Date(Date.parse(scope.now) - RETURNED_MS).toISOString()
  await parts.onEpoch(scope, place, { epoch, since, oldest })
}

async function applyOps(step: Step, effect: HubEffect & { do: "apply" }): Promise<void> {
  const { parts, scope, place, attempt } = step
  const { epoch, ops } = effect
  const known = await appliedElsewhere(scope, step.line, effect)
  const forward: RestorableRecord[] = []
  let parked = false
  const fresh = ops.filter((op) => !known.has(op.mark))
  const runs = effect.fenced || attempt.poison.size > 0 ? [] : runsOf(fresh)
  const done = new Set<Op>()
  for (const op of fresh) {
    const run = runs.find(({ first }) => first === op)
    if (run) for (const one of await applyRun(step, run)) done.add(one)
    if (done.has(op)) continue
    attempt.applying = op.seq
    const poison = attempt.poison.get(op.seq)
    const judged = poison === undefined && effect.fenced ? await judgeFormer(step, op) : "apply"
    const apply = async () => (judged === "apply" ? parts.applyUp(scope, place, op) : parkReason(judged))
    const reason = poison ?? (await apply())
    attempt.applying = null
    if (reason === null && effect.fenced && judged === "apply") forward.push(...[recordToKeep(op) ?? []].flat())
    if (reason === null) continue
    await assertRoomForDeadLetter(step)
    await log.addDeadLetter(scope, place, { epoch, op, reason })
    parked = true
    parts.log.error({ storeId: place.storeId, seq: op.seq, kind: op.kind, reason }, "an op of a store was parked")
  }
  await log.saveMarks(scope, place.storeId, { epoch, ops })
  if (parked) await parts.onParked?.(scope, place)
  if (forward.length > 0) await parts.former?.forward(scope, place, forward)
}

/** A store that fills the hub with what cannot be applied waits until a person has looked: its batch is rolled back and not acknowledged. */
class DeadLettersFull extends Error {
  override readonly name = "DeadLettersFull"
}

async function assertRoomForDeadLetter({ scope, place: { storeId } }: Step): Promise<void> {
  const { count, bytes } = await log.countDeadLetters({ db: scope.db, now: scope.now }, storeId)
  if (count < DEAD_LETTERS_MAX && bytes < DEAD_LETTER_BYTES_MAX) return
  throw new DeadLettersFull(
    `store ${storeId} has ${count} dead letters of ${bytes} bytes: settle or dismiss some of them`,
  )
}

/** Nobody is told of a run that fails: the step begins anew, one by one. */
async function applyRun({ parts, scope, place, attempt }: Step, run: Run): Promise<ReadonlySet<Op>> {
  const { applyTogether } = parts
  if (!applyTogether || attempt.together === "never") return new Set()
  attempt.together = "tried"
  const done = await applyGroups(run, (ops) => applyTogether(scope, place, ops))
  attempt.together = "untried"
  return done
}

async function judgeFormer({ parts, scope, place, line }: Step, op: Op) {
  if (!parts.former) return "apply"
  const since = line.current
  const changedSince: ChangedSince = async (id) =>
    since !== null &&
    log.isNamedIn(scope, place.storeId, { epoch: since.epoch, carried: since.previous?.carried ?? 0, id })
  return parts.former.judge(scope, place, op, changedSince)
}

function parkReason(judged: Awaited<ReturnType<LeftoverOps["judge"]>>): string | null {
  return typeof judged === "string" ? null : judged.park
}

async function offerOps(step: Step, message: (HubEffect & { do: "offer" })["message"]): Promise<void> {
  const { scope, place } = step
  // Most polls find nothing: then there is nothing to read either.
  const rows = message.after < step.line.downHead ? await log.readDown(scope, place.storeId, message.after) : []
  const ops: Op[] = []
  let bytes = 0
  for (const row of rows) {
    // What has no room in this answer is not offered: it stays the hub's to change. An order may grow when it is offered, and then waits.
    if (ops.length > 0 && bytes + opBytes(row) > BATCH_BYTES_MAX) break
    const offered = row.offeredAt === null ? await offerOp(step, row) : row
    bytes += opBytes(offered)
    if (ops.length > 0 && bytes > BATCH_BYTES_MAX) break
    ops.push(openOp(offered))
  }
  step.line = { ...step.line, downOffered: Math.max(step.line.downOffered, ops.at(-1)?.seq ?? 0) }
  step.said.push(downTo(place.storeId, { ops, head: step.line.downHead, ...step.takes, ...message }))
}

async function offerOp({ parts, scope, place }: Step, row: LoggedOp): Promise<LoggedOp> {
  const left = await parts.offer(scope, place, { kind: row.kind, body: JSON.parse(row.body) })
  const { kind, body } = left ?? { kind: SKIPPED, body: {} }
  const final = { ...row, kind, body: JSON.stringify(body) }
  await log.markOffered(scope, place.storeId, final)
  return final
}
