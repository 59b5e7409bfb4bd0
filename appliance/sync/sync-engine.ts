/** The store's machine on its disk: carries out what the machine says. It knows no socket and no timer, so it runs simulated too. */

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

/** What the machine knows by itself, without a look at the disk: to be asked with every order. */
export interface SyncPositionView {
  readonly link: "up" | "down"
  readonly epoch: string
  /** The hub has answered since the start, and its history is this one's. */
  readonly agreed: boolean
  /** Another box took over; this one must not sell. */
  readonly fenced: boolean
  /** What the hub's clock says now, in epoch milliseconds; null while the hub cannot be reached. */
  readonly hubTime: number | null
}

export interface SyncStatus extends SyncPositionView {
  /** Needs a person: the hub asks for ops that are no longer kept. */
  readonly stuck: boolean
  readonly made: number
  /** What the hub has, as it last said. */
  readonly acked: number
  /** The same as the box's disk has it: it goes on from there after a power cut. */
  readonly ackedOnDisk: number
  readonly unsent: number
  /** When the oldest of them was made; null while there is none. */
  readonly oldestUnsentAt: string | null
  /** ISO; null until the hub has acknowledged for the first time. */
  readonly lastAckAt: string | null
  /** Ops from the hub that could not be taken in. */
  readonly parked: number
  /** Of the hub's log for this box: what was taken in, and what there is as far as it has said. */
  readonly down: { readonly applied: number; readonly head: number }
  /** The hub's clock less the box's; null until the hub has answered. */
  readonly clockSkewMs: number | null
}

export interface Engine {
  /** The number of the session that a new connection will have; durable before it is used. */
  nextSession(): { readonly session: number; readonly epoch: string }
  linkUp(session: number): void
  linkDown(): void
  /** Something was recorded and committed. */
  nudge(): void
  receive(topic: string, payload: Uint8Array | string): void
  tick(): void
  /** Another box speaks for the store: said by that box itself. */
  fence(): void
  /** The hub has shut this box out, and has everything that it made. */
  isDone(): boolean
  /** When to tick, on the machine's time; null while there is nothing to wait for. */
  nextStepAt(): number | null
  standing(): SyncPositionView
  status(): SyncStatus
  /** The hub's clock less the box's, which says `now`, in milliseconds; null until the hub has answered. */
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
    noteSaid: createRepeatDetector(deps.log),
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
    receive: listenTo({ log: deps.log, ownMark: createOwnMark(self), step: self.step, onHead }),
    fence() {
      store.write(({ db }) => saveFenced(db))
      self.line = { ...self.line, fenced: true }
    },
    isDone: () => self.line.shutOut && readStatus(self).unsent === 0,
    nextStepAt: () => nextStepAt(self.line),
    standing: () => standingOf(self),
    status: () => readStatus(self),
    skewAt: (now) => skewAt(self, now),
  }
}

interface Waiting {
  readonly inputs: StoreInput[]
  running: boolean
}

/** One step at a time: what an effect brings up waits its turn. */
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
      for (const effect of effects) carryOutOnDisk(self, effect)
    }
  } finally {
    waiting.running = false
    waiting.inputs.length = 0
  }
}

/** What was recorded since is looked at when something says that there may be more, not with each word of the hub. */
function withHead({ parts, line }: EffectRun, next: StoreInput): StoreSyncState {
  if (next.is !== "tick" && next.is !== "link-up") return line
  const head = parts.store.read(({ db }) => outboxHead(db))
  return head === line.head ? line : { ...line, head }
}

/** A disk that takes nothing ends neither the process nor the step: what could not be kept is decided anew when the hub speaks again. */
function carryOutOnDisk(self: EffectRun, effect: StoreEffect): void {
  try {
    runEffects(self, effect)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    self.parts.log.error({ err: error, effect: effect.do }, "the disk did not take what sync had to keep")
    self.line = undoEffect(self.line, effect, self.parts.time())
  }
}

function skewAt({ parts, line: { hubAhead } }: EffectRun, now: string): number | null {
  return hubAhead === null ? null : Math.round(parts.time() + hubAhead - Date.parse(now))
}

function standingOf({ parts, line: { link, epoch, fenced, hubAhead, opening } }: EffectRun): SyncPositionView {
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
  return { ...standingOf(self), stuck, acked, unsent: kept.made - acked, lastAckAt: ackedAt, down, ...kept }
}

/** Where the hub stands most answers of a quiet hour say again, and within an epoch an op keeps its mark. */
function createOwnMark(self: EffectRun): Listening["ownMark"] {
  let last = { epoch: "", seq: 0, mark: "" }
  return (seq) => {
    const { epoch } = self.line
    if (last.seq === seq && last.epoch === epoch) return last.mark
    const mark = self.parts.store.read(({ db }) => markAt(db, seq))
    if (mark !== null) last = { epoch, seq, mark }
    return mark
  }
}

interface Listening {
  readonly log: Log
  /** The mark of the box's own op of this number, null where it is not kept. */
  readonly ownMark: (seq: number) => string | null
  readonly step: (input: StoreInput) => void
  readonly onHead: (head: number) => void
}

/** Turns what came over the wire into inputs of the machine. What does not fit its channel is dropped: it will be said again. */
function listenTo({ log, ownMark, step, onHead }: Listening): Engine["receive"] {
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
