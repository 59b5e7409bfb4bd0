/** Runs the store's sync state machine on the box's database. It has no sockets or timers, so the simulation runs it too. */
import { ack, command, down, notify } from "../../protocol/mqtt/cloud.ts"
import {
  newStoreSyncState,
  type StoreEffect,
  type StoreInput,
  type StoreSyncState,
} from "../../protocol/sync/store-line.ts"
import { nextStepAt, undoEffect } from "../../protocol/sync/store-next-step.ts"
import { stepStore } from "../../protocol/sync/store-side.ts"
import type { Log } from "../../runtime/log.ts"
import { createRepeatDetector } from "../../runtime/mqtt/repeat-detector.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { countDeadLetters } from "./dead-letters-store.ts"
import { atOf, markAt, outboxHead } from "./outbox-store.ts"
import { type EffectRun, type EngineDeps, runEffects } from "./run-effects.ts"
import { loadSyncState, readAcked, saveFenced, saveSession } from "./sync-state-store.ts"

/** The state that needs no query, so that every order may read it. */
export interface SyncPositionView {
  readonly link: "up" | "down"
  readonly epoch: string
  /** Whether the hub has answered since the start, with the same history as this box. */
  readonly agreed: boolean
  /** Another box has taken over the store, so this one must not sell. */
  readonly fenced: boolean
  /** The hub's time in epoch milliseconds; null while the hub cannot be reached. */
  readonly hubTime: number | null
}

export interface SyncStatus extends SyncPositionView {
  /** Needs a person: the hub requests ops that are no longer stored. */
  readonly stuck: boolean
  readonly made: number
  /** The number of the last op that the hub has acknowledged. */
  readonly acked: number
  /** The acknowledged number on disk, from which sync continues after a power cut. */
  readonly ackedOnDisk: number
  readonly unsent: number
  /** When the oldest unsent op was recorded; null if there is none. */
  readonly oldestUnsentAt: string | null
  /** ISO 8601; null before the first acknowledgement. */
  readonly lastAckAt: string | null
  /** The number of the hub's dead letters. */
  readonly parked: number
  /** The position in the hub's log for this box, and the log's newest number as last reported. */
  readonly down: { readonly applied: number; readonly head: number }
  /** The hub's clock minus the box's; null until the hub has answered. */
  readonly clockSkewMs: number | null
}

export interface Engine {
  /** The session number of a new connection; it is stored before it is used. */
  nextSession(): { readonly session: number; readonly epoch: string }
  linkUp(session: number): void
  linkDown(): void
  /** Called when an op was recorded and committed. */
  nudge(): void
  receive(topic: string, payload: Uint8Array | string): void
  tick(): void
  /** Called when another box says that it has taken over the store. */
  fence(): void
  /** Whether the hub has shut this box out and has all its ops. */
  isDone(): boolean
  /** When to tick, in the time of `deps.time`; null while there is nothing to wait for. */
  nextStepAt(): number | null
  position(): SyncPositionView
  status(): SyncStatus
  /** The hub's clock minus `now` of the box's clock, in milliseconds; null until the hub has answered. */
  skewAt(now: string): number | null
}

export function createEngine(deps: EngineDeps): Engine {
  const { store } = deps
  const kept = store.write((tx) => loadSyncState(tx.db, deps.ids.uuid))
  const self: EffectRun = {
    parts: deps,
    line: newStoreSyncState(kept),
    session: kept.session,
    ackedAt: kept.ackedAt,
    prunedAt: kept.acked,
    downHead: kept.appliedDown,
    noteSent: createRepeatDetector(deps.log),
    step: (input) => runSteps(self, waiting, input),
  }
  const waiting: Waiting = { inputs: [], running: false }
  const onHead = (head: number) => {
    self.downHead = head
  }
  return {
    nextSession() {
      self.session += 1
      store.write(({ db }) => saveSession(db, self.session))
      return { session: self.session, epoch: self.line.epoch }
    },
    linkUp: (session) => self.step({ is: "link-up", session }),
    linkDown: () => self.step({ is: "link-down" }),
    nudge: () => self.step({ is: "tick" }),
    tick: () => self.step({ is: "tick" }),
    receive: createReceive({ log: deps.log, ownMark: cacheOwnMark(self), step: self.step, onHead }),
    fence() {
      store.write(({ db }) => saveFenced(db))
      self.line = { ...self.line, fenced: true }
    },
    isDone: () => self.line.shutOut && readStatus(self).unsent === 0,
    nextStepAt: () => nextStepAt(self.line),
    position: () => readPosition(self),
    status: () => readStatus(self),
    skewAt: (now) => skewAt(self, now),
  }
}

interface Waiting {
  readonly inputs: StoreInput[]
  running: boolean
}

/** Runs one step at a time: inputs that an effect causes are queued. */
function runSteps(self: EffectRun, waiting: Waiting, input: StoreInput): void {
  waiting.inputs.push(input)
  if (waiting.running) return
  waiting.running = true
  const { time, chance } = self.parts
  try {
    for (let next = waiting.inputs.shift(); next !== undefined; next = waiting.inputs.shift()) {
      const line = withHead(self, next)
      const { state, effects } = stepStore(line, next, { now: time(), chance: chance() })
      self.line = state
      for (const effect of effects) runEffectOnDisk(self, effect)
    }
  } finally {
    waiting.running = false
    waiting.inputs.length = 0
  }
}

/** Reads the newest op's number from disk only when there may be new ops, not for each message of the hub. */
function withHead({ parts, line }: EffectRun, next: StoreInput): StoreSyncState {
  if (next.is !== "tick" && next.is !== "link-up") return line
  const head = parts.store.read(({ db }) => outboxHead(db))
  return head === line.head ? line : { ...line, head }
}

/** Runs an effect. An unwritable disk ends neither process nor step: the effect is undone and decided again at the next message. */
function runEffectOnDisk(self: EffectRun, effect: StoreEffect): void {
  try {
    runEffects(self, effect)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    self.parts.log.error({ err: error, effect: effect.do }, "the disk could not store the state of sync")
    self.line = undoEffect(self.line, effect, self.parts.time())
  }
}

function skewAt({ parts, line: { hubAhead } }: EffectRun, now: string): number | null {
  return hubAhead === null ? null : Math.round(parts.time() + hubAhead - Date.parse(now))
}

function readPosition({ parts, line: { link, epoch, fenced, hubAhead, opening } }: EffectRun): SyncPositionView {
  const hubTime = hubAhead === null || link !== "up" ? null : Math.round(parts.time() + hubAhead)
  return { link, epoch, fenced, agreed: hubAhead !== null && !opening, hubTime }
}

function readStatus(self: EffectRun): SyncStatus {
  const { parts, line, ackedAt, downHead } = self
  const { stuck, acked } = line
  const down = { applied: line.appliedDown, head: Math.max(downHead, line.appliedDown) }
  const kept = parts.store.read(({ db, now }) => ({
    made: outboxHead(db),
    ackedOnDisk: readAcked(db),
    parked: countDeadLetters(db),
    oldestUnsentAt: atOf(db, acked + 1),
    clockSkewMs: skewAt(self, now),
  }))
  return { ...readPosition(self), stuck, acked, unsent: kept.made - acked, lastAckAt: ackedAt, down, ...kept }
}

/** Caches the last mark: in a quiet hour most messages name the same op, and its mark is fixed within an epoch. */
function cacheOwnMark(self: EffectRun): ReceiveDeps["ownMark"] {
  let last = { epoch: "", seq: 0, mark: "" }
  return (seq) => {
    const { epoch } = self.line
    if (last.seq === seq && last.epoch === epoch) return last.mark
    const mark = self.parts.store.read(({ db }) => markAt(db, seq))
    if (mark !== null) last = { epoch, seq, mark }
    return mark
  }
}

interface ReceiveDeps {
  readonly log: Log
  /** The mark of the box's op with this number; null if it is not stored any more. */
  readonly ownMark: (seq: number) => string | null
  readonly step: (input: StoreInput) => void
  readonly onHead: (head: number) => void
}

/** Turns messages into inputs of the state machine. An invalid message is logged and dropped: it will be repeated. */
function createReceive({ log, ownMark, step, onHead }: ReceiveDeps): Engine["receive"] {
  const read = (topic: string, payload: Uint8Array | string): StoreInput | string => {
    if (ack.parse(topic)) {
      const heard = ack.decode(payload)
      return heard.ok ? { is: "ack", message: heard.message, markAt: ownMark(heard.message.applied) } : heard.reason
    }
    if (down.parse(topic)) {
      const heard = down.decode(payload)
      if (heard.ok) onHead(heard.message.head)
      return heard.ok ? { is: "down", message: heard.message, markAt: ownMark(heard.message.applied) } : heard.reason
    }
    if (notify.parse(topic)) {
      const heard = notify.decode(payload)
      return heard.ok ? { is: "poke", message: heard.message } : heard.reason
    }
    if (!command.parse(topic)) return "an unknown topic"
    const heard = command.decode(payload)
    return heard.ok ? { is: "command", message: heard.message } : heard.reason
  }
  return (topic, payload) => {
    const input = read(topic, payload)
    if (typeof input === "string") log.warn({ topic, reason: input }, "a message that does not fit its channel")
    else step(input)
  }
}
