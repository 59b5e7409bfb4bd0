/** Runs the effects that the store's sync state machine decided: each is one transaction or one message. */
import { pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import { packBatch } from "../../protocol/sync/batch.ts"
import {
  BATCH_BYTES_MAX,
  GZIPPED_BATCH_BYTES_MAX,
  GZIPPED_MIN,
  REPLAY_RETENTION_MS,
} from "../../protocol/sync/limits.ts"
import type { Command, Op } from "../../protocol/sync/messages.ts"
import type { StoreEffect, StoreInput, StoreSyncState } from "../../protocol/sync/store-line.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { RepeatedMessage } from "../../runtime/mqtt/repeat-detector.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { type ApplyOperation, applyOps } from "./apply-operations.ts"
import { type Execute, executeOnce } from "./execute-command.ts"
import { markAt, outboxHead, pruneOutbox, readOutbox, renumberOutbox } from "./outbox-store.ts"
import { forgetReported } from "./report-dead-letters.ts"
import { pruneAnswers, saveAcked, saveEpoch, saveFenced } from "./sync-state-store.ts"

/** How long acknowledged ops and answers to commands are kept, and after how many acknowledged ops old ones are deleted. */
export interface Retention {
  readonly ms: number
  readonly answersMs: number
  readonly everyOps: number
}

const DEFAULT_RETENTION: Retention = { ms: REPLAY_RETENTION_MS, answersMs: REPLAY_RETENTION_MS, everyOps: 500 }

export interface OutgoingMessage {
  readonly channel: "up" | "pull" | "state" | "reply"
  readonly hubId?: string
  readonly payload: string
  /** Whether it may be compressed. */
  readonly gzip?: boolean
}

/** `diverged`: the hub has operations of this epoch that the box lacks, so another copy of the box made them. */
export type EpochCause = "diverged" | "reset"

export interface EngineDeps {
  readonly store: BoxStore
  readonly ids: Pick<Ids, "uuid">
  readonly log: Log
  readonly applyDown: ApplyOperation
  readonly execute: Execute
  /** Default: a week and 500 ops. */
  readonly retention?: Retention
  /** Milliseconds of a monotonic clock. */
  readonly time: () => number
  /** A random number from 0 to 1, for jitter. */
  readonly chance: () => number
  /** Sends the message if the link is up, else drops it: sync repeats what matters. */
  readonly send: (message: OutgoingMessage) => void
  /** Closes the connection and opens a new one. */
  readonly reconnect: () => void
  /** Called when a new epoch begins, in its transaction, before operations are renumbered. */
  readonly onEpoch?: (tx: BoxTx, epoch: string, parting: EpochCause) => void
  /** Called after a batch of the hub was applied, in its transaction. */
  readonly onApplied?: (tx: BoxTx) => void
}

/** The engine's state, as the effects use it. */
export interface EffectRun {
  readonly parts: EngineDeps
  line: StoreSyncState
  session: number
  ackedAt: string | null
  /** The acknowledged number at the last deletion of old ops. */
  prunedAt: number
  /** The newest op of the hub's log for this box, as last reported. */
  downHead: number
  /** Logs messages that repeat. */
  readonly noteSent: (saying: RepeatedMessage) => void
  readonly step: (input: StoreInput) => void
}

export function runEffects(self: EffectRun, effect: StoreEffect): void {
  const { send, store, log, reconnect } = self.parts
  switch (effect.do) {
    case "send-batch":
      sendBatch(self, effect)
      break
    case "send-pull":
      send({ channel: "pull", payload: pull.encode(effect.message) })
      break
    case "send-state":
      send({ channel: "state", payload: state.encode(effect.message) })
      break
    case "send-reply":
      send({ channel: "reply", hubId: effect.hubId, payload: reply.encode(effect.message) })
      break
    case "save-acked":
      saveAckedAndPrune(self, effect.acked)
      break
    case "apply-down":
      applyBatch(self, effect.ops)
      break
    case "execute":
      execute(self, effect.command)
      break
    case "open-epoch":
      openEpoch(self, effect.previous)
      break
    case "save-fenced":
      store.write(({ db }) => saveFenced(db))
      break
    case "reconnect":
      self.session = Math.max(self.session, effect.above)
      reconnect()
      break
    case "alarm":
      log.warn({ reason: effect.reason, epoch: self.line.epoch }, "sync needs attention")
      break
  }
}

function sendBatch(self: EffectRun, { from, gzip }: { readonly from: number; readonly gzip: boolean }): void {
  const { parts, line, step } = self
  const { ops, mark, told } = parts.store.read(({ db }) => ({
    ops: packBatch(readOutbox(db, from), gzip ? GZIPPED_BATCH_BYTES_MAX : BATCH_BYTES_MAX),
    mark: markAt(db, from - 1),
    told: { made: outboxHead(db), acked: line.acked },
  }))
  const last = ops.at(-1)
  if (last === undefined || ops[0]?.seq !== from) step({ is: "missing" })
  else {
    const { epoch, previous } = line
    const payload = up.encode({ epoch, previous, told, from, to: last.seq, mark, ops })
    self.noteSent({ to: "hub", what: `from ${from}`, chars: payload.length })
    parts.send({ channel: "up", payload, gzip: gzip && payload.length >= GZIPPED_MIN })
    step({ is: "sent", from, to: last.seq })
  }
}

function saveAckedAndPrune(self: EffectRun, acked: number): void {
  const { ms, answersMs, everyOps } = self.parts.retention ?? DEFAULT_RETENTION
  // A new epoch counts from the beginning.
  const isTime = acked < self.prunedAt || acked - self.prunedAt >= everyOps
  self.parts.store.write(({ db, now }) => {
    self.ackedAt = now
    saveAcked(db, acked, now)
    if (!isTime) return
    const ago = (time: number) => new Date(Date.parse(now) - time).toISOString()
    pruneOutbox(db, acked, ago(ms))
    pruneAnswers(db, ago(answersMs))
  })
  if (isTime) self.prunedAt = acked
}

function applyBatch({ parts, step }: EffectRun, ops: readonly Op[]): void {
  try {
    const last = parts.store.write((tx) => {
      const taken = applyOps(tx, ops, parts)
      parts.onApplied?.(tx)
      return taken
    })
    step({ is: "down-applied", to: last.seq, mark: last.mark })
  } catch (error) {
    parts.log.error({ err: error }, "a batch of the hub could not be stored; it is requested again")
    step({ is: "down-failed" })
  }
}

function execute({ parts, step }: EffectRun, command: Command): void {
  try {
    const done = parts.store.write((tx) => ({ ...executeOnce(tx, command, parts), head: outboxHead(tx.db) }))
    step({ is: "executed", command, answer: done.answer, head: done.head })
  } catch (error) {
    parts.log.error({ err: error, kind: command.kind }, "a command was not stored; its caller will repeat it")
  }
}

function openEpoch({ parts, line, step }: EffectRun, parent: { readonly epoch: string; readonly last: number }): void {
  const epoch = parts.ids.uuid()
  const previous = parts.store.write((tx) => {
    parts.onEpoch?.(tx, epoch, parent.epoch === line.epoch ? "diverged" : "reset")
    const named = { ...parent, carried: renumberOutbox(tx.db, parent.last) }
    saveEpoch(tx.db, epoch, named)
    forgetReported(tx)
    return named
  })
  step({ is: "epoch-opened", epoch, previous, head: previous.carried })
}
