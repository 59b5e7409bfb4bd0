/** One step of a store's line: lock, decide, apply, save in one transaction; what is to be said is said after its commit. */
import { ack, down } from "../../protocol/mqtt/cloud.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import { type LoggedOp, openOp, packBatch } from "../../protocol/sync/batch.ts"
import { type HubEffect, type HubInput, type HubLine, stepHub } from "../../protocol/sync/hub-side.ts"
import type { Op } from "../../protocol/sync/messages.ts"
import { createOpCheck, SKIPPED, upOps } from "../../protocol/sync/ops.ts"
import type { Place } from "../fleet/index.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { isDatabase } from "./database-faults.ts"
import { lockLine, saveLine } from "./line-store.ts"
import * as log from "./log-store.ts"

/** Answers why the op can never apply, for it to be parked; null once it has. */
export type ApplyUp = (
  scope: SystemWrite,
  place: Place,
  op: { readonly kind: string; readonly body: unknown; readonly at: string },
) => Promise<string | null>

/** An op is about to leave for the first time: what it says now, or null when it has nothing left to say. */
export type Offer = (
  scope: SystemWrite,
  place: Place,
  op: { readonly kind: string; readonly body: unknown },
) => Promise<{ readonly kind: string; readonly body: unknown } | null>

export interface StepParts {
  readonly store: HubStore
  readonly log: Log
  readonly applyUp: ApplyUp
  readonly offer: Offer
  /** A box goes on under a new epoch, in the transaction that opens it: what it must be told is put in a queue. */
  readonly onEpoch?: (scope: SystemWrite, place: Place, epoch: string) => Promise<void>
}

export interface Said {
  readonly topic: string
  readonly payload: string
}

/** What the store said; the mark that a pull is compared with is looked up inside. */
export type Heard = Exclude<HubInput, { is: "pull" | "replaced" }> | Omit<HubInput & { is: "pull" }, "markAt">

/** Null when the store has no line. */
export type TakeStep = (storeId: string, heard: Heard) => Promise<readonly Said[] | null>

interface Step {
  readonly parts: StepParts
  readonly scope: SystemWrite
  readonly place: Place
  readonly said: Said[]
  readonly attempt: Attempt
  line: HubLine
}

/** Ops that failed in an earlier attempt are parked in the next one: a failed statement ends its transaction on both engines. */
interface Attempt {
  readonly poison: ReadonlyMap<number, string>
  /** The op that is being applied. */
  applying: number | null
}

export function createTakeStep(parts: StepParts): TakeStep {
  const check = createOpCheck(upOps)
  const fit: ApplyUp = async (scope, place, op) => check(op) ?? (await parts.applyUp(scope, place, op))
  const fitted = { ...parts, applyUp: fit }
  return async (storeId, heard) => {
    const poison = new Map<number, string>()
    for (;;) {
      const attempt: Attempt = { poison, applying: null }
      try {
        return await parts.store.system.write((scope) => takeStep(fitted, scope, { storeId, heard, attempt }))
      } catch (error) {
        const { applying } = attempt
        if (applying === null || poison.has(applying) || isDatabase(error)) throw error
        parts.log.error({ err: error, storeId, seq: applying }, "an op of a store could not be applied")
        poison.set(applying, `FAILED: ${(error as Error).message}`)
      }
    }
  }
}

async function takeStep(
  parts: StepParts,
  scope: SystemWrite,
  { storeId, heard, attempt }: { storeId: string; heard: Heard; attempt: Attempt },
): Promise<readonly Said[] | null> {
  attempt.applying = null
  const kept = await lockLine(scope, storeId, parts.store.dialect)
  if (kept === null) return null
  const input: HubInput =
    heard.is === "pull" ? { ...heard, markAt: await log.downMarkAt(scope, storeId, heard.message.after) } : heard
  const { line, effects } = stepHub(kept.line, input, Date.parse(scope.now))
  const step: Step = { parts, scope, place: kept.place, said: [], attempt, line }
  for (const effect of effects) await carryOut(step, effect)
  await saveLine(scope, step.line)
  return step.said
}

async function carryOut(step: Step, effect: HubEffect): Promise<void> {
  const { scope, place, said, parts } = step
  const { storeId } = place
  switch (effect.do) {
    case "apply":
      await applyOps(step, effect)
      break
    case "ack":
      said.push({ topic: ack.topic({ storeId }), payload: ack.encode(effect.message) })
      break
    case "answer":
      said.push({ topic: down.topic({ storeId }), payload: down.encode(effect.message) })
      break
    case "offer":
      await offerOps(step, effect.message)
      break
    case "renumber-down":
      step.line = { ...step.line, downHead: await log.renumberDown(scope, storeId, effect) }
      break
    case "alarm":
      if (effect.reason === "EPOCH_OPENED" && step.line.current?.previous)
        await parts.onEpoch?.(scope, place, effect.epoch)
      parts.log[effect.reason === "EPOCH_OPENED" ? "info" : "warn"](
        { storeId, reason: effect.reason, epoch: effect.epoch },
        "a store's line has changed",
      )
  }
}

async function applyOps({ parts, scope, place, attempt }: Step, effect: HubEffect & { do: "apply" }): Promise<void> {
  const { epoch, ops, since } = effect
  const known = since === null ? new Set<string>() : await log.marksSince(scope, place.storeId, since)
  for (const op of ops) {
    if (known.has(op.mark)) continue
    attempt.applying = op.seq
    const reason = attempt.poison.get(op.seq) ?? (await parts.applyUp(scope, place, op))
    attempt.applying = null
    if (reason === null) continue
    await log.parkUp(scope, place, { epoch, op, reason })
    parts.log.error({ storeId: place.storeId, seq: op.seq, kind: op.kind, reason }, "an op of a store was parked")
  }
  await log.saveMarks(scope, place.storeId, { epoch, ops })
}

async function offerOps(step: Step, message: (HubEffect & { do: "offer" })["message"]): Promise<void> {
  const { scope, place } = step
  const rows = await log.readDown(scope, place.storeId, message.after)
  // Only what fits into this answer is offered: the rest stays the hub's to change.
  const fitting = rows.slice(0, packBatch(rows).length)
  const ops: Op[] = []
  for (const row of fitting) ops.push(openOp(row.offeredAt === null ? await offerOp(step, row) : row))
  step.line = { ...step.line, downOffered: Math.max(step.line.downOffered, ops.at(-1)?.seq ?? 0) }
  const payload = down.encode({ ...message, ops, head: step.line.downHead })
  step.said.push({ topic: down.topic({ storeId: place.storeId }), payload })
}

async function offerOp({ parts, scope, place }: Step, row: LoggedOp): Promise<LoggedOp> {
  const left = await parts.offer(scope, place, { kind: row.kind, body: JSON.parse(row.body) })
  const { kind, body } = left ?? { kind: SKIPPED, body: {} }
  const final = { ...row, kind, body: JSON.stringify(body) }
  await log.markOffered(scope, place.storeId, final)
  return final
}
