/**
 * The hub's side of sync as a pure function: how a store's sync state changes with a message of the store. It has no timer and no memory,
 * so any hub process may handle any message. The row lock keeps the messages of one store in order.
 */
import { isGapless } from "./batch.ts"
import { DOWN_AHEAD_MAX, FENCED_EPOCHS_MAX, RESET_EPOCHS_MAX } from "./limits.ts"
import type { Ack, Down, Op, Presence, Previous, Pull, ReportedState, SyncPosition, Up } from "./messages.ts"

/** What the hub has of one epoch of a store. */
export interface EpochState {
  readonly epoch: string
  readonly applied: number
  readonly mark: string | null
  readonly previous: Previous | null
}

/** The hub's row of one store. */
export interface HubStoreState {
  readonly storeId: string
  /** Null until the first box speaks, and after a replacement until the new box does. */
  readonly current: EpochState | null
  readonly fenced: readonly EpochState[]
  /** Epochs that were told to begin anew. Their box has left them, so a late message must not make one of them current. */
  readonly resetEpochs: readonly string[]
  /** Numbers in the store's log: newest operation, newest one sent, newest one that the store has applied. */
  readonly downHead: number
  readonly downOffered: number
  readonly downAcked: number
  readonly session: number
  readonly online: boolean
  /** Epoch milliseconds on the hub's clock. */
  readonly lastHeardAt: number | null
  /** The current epoch's last report about its own log. Null until it reports; an older version never does. */
  readonly reported: ReportedState | null
}

export type HubInput =
  /** `former`: from a replaced box, which can only deliver what it had not sent before. */
  | { readonly is: "up"; readonly message: Up; readonly former?: boolean }
  /** `markAt`: the mark of the hub's own operation at the pull's `after`; null when it is not kept. */
  | { readonly is: "pull"; readonly message: Pull; readonly markAt: string | null; readonly former?: boolean }
  | { readonly is: "state"; readonly message: Presence }
  /** A new box was claimed for the store, which fences the box before it. */
  | { readonly is: "replaced" }

export type HubEffect =
  /** Apply in this transaction, in order. Skip operations whose marks were already applied after `since`. */
  | {
      readonly do: "apply"
      readonly epoch: string
      readonly fenced: boolean
      readonly ops: readonly Op[]
      readonly since: Previous | null
    }
  /** After the commit. */
  | { readonly do: "ack"; readonly message: Ack }
  /** Fill in the operations after `after` and mark them as sent in this transaction; answer after the commit. */
  | { readonly do: "offer"; readonly message: Omit<Down, "ops" | "head"> }
  | { readonly do: "answer"; readonly message: Down }
  /** The store has operations that this hub does not know, because the hub was restored. Number what the store may not have anew, after `to`. */
  | { readonly do: "renumber-down"; readonly after: number; readonly to: number }
  | { readonly do: "alarm"; readonly reason: HubAlarm; readonly epoch: string }

type HubAlarm =
  | "EPOCH_OPENED"
  | "EPOCH_FENCED"
  | "FENCED_BOX_SPEAKS"
  | "DOWN_DIVERGED"
  | "PULL_TOO_FAR_AHEAD"
  | "BATCH_NOT_GAPLESS"

interface HubStep {
  readonly state: HubStoreState
  readonly effects: readonly HubEffect[]
}

/** A new box gets a log of its own, from 1 on. */
const NO_DOWN = { downHead: 0, downOffered: 0, downAcked: 0 }

export function newHubStoreState(storeId: string): HubStoreState {
  return {
    storeId,
    current: null,
    fenced: [],
    resetEpochs: [],
    ...NO_DOWN,
    session: 0,
    online: false,
    lastHeardAt: null,
    reported: null,
  }
}

/** `now` is epoch milliseconds on the hub's clock. */
export function stepHub(state: HubStoreState, input: HubInput, now: number): HubStep {
  return recordReportedState(decide(state, input, now), input)
}

/** Only the current box's report counts for the loss meter. */
function recordReportedState(step: HubStep, input: HubInput): HubStep {
  if ((input.is !== "up" && input.is !== "pull") || input.former || !input.message.told) return step
  const { state } = step
  const { epoch, told } = input.message
  if (state.current?.epoch !== epoch || (state.reported?.made === told.made && state.reported.acked === told.acked))
    return step
  return { ...step, state: { ...state, reported: told } }
}

function decide(state: HubStoreState, input: HubInput, now: number): HubStep {
  switch (input.is) {
    case "up":
      return takeBatch(markHeard(state, input, now), input)
    case "pull":
      return answerPull(markHeard(state, input, now), { now, ...input })
    case "state":
      return takePresence(state, input.message, now)
    case "replaced":
      return {
        state: { ...fenceCurrent(state), ...NO_DOWN, session: 0 },
        effects: alarms(state.current, "EPOCH_FENCED"),
      }
  }
}

/** A message of a replaced box does not show that its store is alive. */
function markHeard(state: HubStoreState, { former }: { former?: boolean }, now: number): HubStoreState {
  return former ? state : { ...state, lastHeardAt: now }
}

function takeBatch(state: HubStoreState, { message: batch, former }: { message: Up; former?: boolean }): HubStep {
  const speaker = findSpeaker(state, batch, former)
  if (speaker.standing === "reset") return { state: speaker.line, effects: [ack(speaker, batch)] }
  // A batch that contradicts itself is a bug or an attack. It is ignored and gets no answer.
  if (!isGapless(batch)) return { state, effects: [{ do: "alarm", reason: "BATCH_NOT_GAPLESS", epoch: batch.epoch }] }
  const { own } = speaker
  // A copy of the current box: it learns that it must stop, and changes nothing.
  if (former && own === state.current) return withOpening(speaker, [ack(speaker, batch)])
  const known = batch.to <= own.applied || batch.from > own.applied + 1
  // The batch follows another operation than ours, so it belongs to another log. The store sees that by the mark of this acknowledgement.
  if (known || markBefore(batch, own.applied + 1) !== own.mark) return withOpening(speaker, [ack(speaker, batch)])
  const ops = batch.ops.slice(own.applied + 1 - batch.from)
  const moved = { ...own, applied: batch.to, mark: ops.at(-1)?.mark ?? own.mark }
  const after = { ...speaker, own: moved, line: saveOwn(speaker.line, moved) }
  const fenced = speaker.standing === "fenced"
  const since = own.applied < (own.previous?.carried ?? 0) ? own.previous : null
  return withOpening(after, [{ do: "apply", epoch: own.epoch, fenced, ops, since }, ack(after, batch)])
}

/** The mark of the operation before `seq`, according to the batch. */
function markBefore(batch: Up, seq: number): string | null {
  return seq === batch.from ? batch.mark : (batch.ops[seq - 1 - batch.from]?.mark ?? null)
}

function answerPull(
  state: HubStoreState,
  input: { message: Pull; markAt: string | null; now: number; former?: boolean },
): HubStep {
  const { message, markAt, now, former } = input
  // Accepting it would use up the numbers of the store's log, and nothing more could be sent to the store.
  if (message.after > state.downHead + DOWN_AHEAD_MAX)
    return { state, effects: [{ do: "alarm", reason: "PULL_TOO_FAR_AHEAD", epoch: message.epoch }] }
  const speaker = findSpeaker(state, message, former)
  const { after, id } = message
  const own = positionOf(speaker, message.epoch)
  if (speaker.standing !== "current") {
    // A fenced or unknown box gets no operations: an order sent to it would belong to a box that has stopped.
    const answer = { re: id, after, head: after, ops: [], session: state.session, hubTime: now, ...own }
    return withOpening(speaker, [{ do: "answer", message: answer }])
  }
  // A pull proves that its session lives. It cannot revive a session that has ended.
  const newer = message.session > speaker.line.session
  const session = newer ? message.session : speaker.line.session
  const heard = { ...speaker.line, session, online: newer || speaker.line.online }
  const pulled = { ...heard, downAcked: after, downOffered: Math.max(state.downOffered, after) }
  const offer: HubEffect = { do: "offer", message: { re: id, after, session, hubTime: now, ...own } }
  const diverged = after > state.downHead || (after > 0 && markAt !== null && markAt !== message.mark)
  return withOpening({ ...speaker, line: pulled }, diverged ? [...repairDown(state, message), offer] : [offer])
}

function repairDown(state: HubStoreState, message: Pull): HubEffect[] {
  return [
    { do: "renumber-down", after: Math.min(state.downOffered, message.after), to: message.after },
    { do: "alarm", reason: "DOWN_DIVERGED", epoch: message.epoch },
  ]
}

function takePresence(state: HubStoreState, message: Presence, now: number): HubStep {
  const known = state.current?.epoch === message.epoch
  // Within a session, offline is final: an "online" message that arrives after it is ignored.
  const stale = message.session < state.session || (message.session === state.session && message.online)
  if (!known || stale) return { state, effects: [] }
  const lastHeardAt = message.online ? now : state.lastHeardAt
  return { state: { ...state, session: message.session, online: message.online, lastHeardAt }, effects: [] }
}

type Speaker =
  | { readonly standing: "reset"; readonly line: HubStoreState }
  | {
      readonly standing: "current" | "fenced"
      readonly line: HubStoreState
      readonly own: EpochState
      readonly opened?: HubEffect[]
    }

/** Finds the epoch of the sender. An epoch that continues the current one replaces and fences it. A former box is always fenced. */
function findSpeaker(
  state: HubStoreState,
  speaker: { epoch: string; previous: Previous | null },
  former = false,
): Speaker {
  const { epoch, previous } = speaker
  if (state.current?.epoch === epoch)
    return { standing: former ? "fenced" : "current", line: state, own: state.current }
  const fenced = state.fenced.find((known) => known.epoch === epoch)
  if (fenced !== undefined) return { standing: "fenced", line: state, own: fenced }
  if (state.resetEpochs.includes(epoch)) return { standing: "reset", line: state }
  const own: EpochState = { epoch, applied: 0, mark: null, previous }
  const isChild = (parent: EpochState) => parent.epoch === previous?.epoch
  if (state.fenced.some(isChild) || (former && state.current !== null && isChild(state.current))) {
    // The child of a fenced epoch is born fenced: a replaced box cannot come back by restoring its backup.
    const born = { ...state, fenced: newestFenced([...state.fenced, own]) }
    return { standing: "fenced", line: born, own, opened: alarms(own, "FENCED_BOX_SPEAKS") }
  }
  if (!former && (state.current === null || previous?.epoch === state.current.epoch)) {
    const opened = alarms(state.current, "EPOCH_FENCED").concat(alarms(own, "EPOCH_OPENED"))
    // A box counts its sessions, so a new epoch starts from 0.
    const adopted = { ...fenceCurrent(state), current: own, session: 0 }
    return { standing: "current", line: adopted, own, opened }
  }
  const resetEpochs = [...state.resetEpochs, epoch].slice(-RESET_EPOCHS_MAX)
  return { standing: "reset", line: { ...state, resetEpochs } }
}

function withOpening(speaker: Speaker, effects: readonly HubEffect[]): HubStep {
  const opened = speaker.standing === "reset" ? [] : (speaker.opened ?? [])
  return { state: speaker.line, effects: [...opened, ...effects] }
}

function saveOwn(state: HubStoreState, own: EpochState): HubStoreState {
  if (state.current?.epoch === own.epoch) return { ...state, current: own }
  return { ...state, fenced: state.fenced.map((known) => (known.epoch === own.epoch ? own : known)) }
}

function fenceCurrent(state: HubStoreState): HubStoreState {
  if (state.current === null) return state
  return {
    ...state,
    current: null,
    online: false,
    reported: null,
    fenced: newestFenced([...state.fenced, state.current]),
  }
}

function newestFenced(fenced: readonly EpochState[]): readonly EpochState[] {
  return fenced.slice(-FENCED_EPOCHS_MAX)
}

function ack(speaker: Speaker, batch: Up): HubEffect {
  return { do: "ack", message: { re: batch.from, ...positionOf(speaker, batch.epoch) } }
}

/** What every answer contains: how the hub regards the sender's epoch, and what it has of it. */
function positionOf(speaker: Speaker, epoch: string): Omit<Ack, "re"> {
  const standing: SyncPosition = speaker.standing
  const current = speaker.line.current?.epoch ?? null
  if (speaker.standing === "reset") return { epoch, standing, current, applied: 0, mark: null }
  return { epoch, standing, current, applied: speaker.own.applied, mark: speaker.own.mark }
}

function alarms(epoch: EpochState | null, reason: HubAlarm): HubEffect[] {
  return epoch === null ? [] : [{ do: "alarm", reason, epoch: epoch.epoch }]
}
