/**
 * The hub's side of sync as a pure machine: what becomes of a store's line when the store speaks. It keeps no timer and no
 * memory of its own, so any hub process may take any step, one at a time per store (the row lock sees to that).
 */
import { isGapless } from "./batch.ts"
import { DOWN_AHEAD_MAX, FENCED_OPS_MAX } from "./limits.ts"
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
  /** The down log: newest op, newest op offered, newest op that the store has said it applied. */
  readonly downHead: number
  readonly downOffered: number
  readonly downAcked: number
  readonly session: number
  readonly online: boolean
  /** Epoch milliseconds on the hub's clock. */
  readonly lastHeardAt: number | null
  /** What the current epoch has said last of its own log; null until it has, or where a box of before never does. */
  readonly told: ReportedState | null
}

export type HubInput =
  /** `former`: it came by the credential of a box that was replaced, and speaks for nothing but its own past. */
  | { readonly is: "up"; readonly message: Up; readonly former?: boolean }
  /** `markAt`: the mark of the hub's own down op at the pull's `after`, null when it is not kept. */
  | { readonly is: "pull"; readonly message: Pull; readonly markAt: string | null; readonly former?: boolean }
  | { readonly is: "state"; readonly message: Presence }
  /** A new box was claimed for the store: whatever spoke before is fenced. */
  | { readonly is: "replaced" }

export type HubEffect =
  /** Apply in this transaction, in order; an op whose mark was already applied after `since` is skipped. */
  | {
      readonly do: "apply"
      readonly epoch: string
      readonly fenced: boolean
      readonly ops: readonly Op[]
      readonly since: Previous | null
    }
  /** After the commit. */
  | { readonly do: "ack"; readonly message: Ack }
  /** Fill in the ops after `after` and mark them as offered in this transaction; answer after the commit. */
  | { readonly do: "offer"; readonly message: Omit<Down, "ops" | "head"> }
  | { readonly do: "answer"; readonly message: Down }
  /** The store has ops that this hub's log does not know (a restored hub): what it may not have is numbered anew after `to`. */
  | { readonly do: "renumber-down"; readonly after: number; readonly to: number }
  | { readonly do: "alarm"; readonly reason: HubAlarm; readonly epoch: string }

export type HubAlarm =
  | "EPOCH_OPENED"
  | "EPOCH_FENCED"
  | "FENCED_BOX_SPEAKS"
  | "DOWN_DIVERGED"
  | "PULL_TOO_FAR_AHEAD"
  | "BATCH_NOT_GAPLESS"

export interface HubStep {
  readonly line: HubStoreState
  readonly effects: readonly HubEffect[]
}

/** A new box gets a log of its own, from 1 on. */
const NO_DOWN = { downHead: 0, downOffered: 0, downAcked: 0 }

export function newHubStoreState(storeId: string): HubStoreState {
  return {
    storeId,
    current: null,
    fenced: [],
    ...NO_DOWN,
    session: 0,
    online: false,
    lastHeardAt: null,
    told: null,
  }
}

/** `now` is epoch milliseconds on the hub's clock. */
export function stepHub(state: HubStoreState, input: HubInput, now: number): HubStep {
  return keepTold(decide(state, input, now), input)
}

/** Only the box that speaks for the store now moves its meter. */
function keepTold(step: HubStep, input: HubInput): HubStep {
  if ((input.is !== "up" && input.is !== "pull") || input.former || !input.message.told) return step
  const { line } = step
  const { epoch, told } = input.message
  if (line.current?.epoch !== epoch || (line.told?.made === told.made && line.told.acked === told.acked)) return step
  return { ...step, line: { ...line, told } }
}

function decide(state: HubStoreState, input: HubInput, now: number): HubStep {
  switch (input.is) {
    case "up":
      return takeBatch(heardAt(state, input, now), input)
    case "pull":
      return answerPull(heardAt(state, input, now), { now, ...input })
    case "state":
      return hearPresence(state, input.message, now)
    case "replaced":
      return {
        line: { ...fenceCurrent(state), ...NO_DOWN, session: 0 },
        effects: alarms(state.current, "EPOCH_FENCED"),
      }
  }
}

/** A box that was replaced is no sign of life of its store. */
function heardAt(state: HubStoreState, { former }: { former?: boolean }, now: number): HubStoreState {
  return former ? state : { ...state, lastHeardAt: now }
}

function takeBatch(state: HubStoreState, { message: batch, former }: { message: Up; former?: boolean }): HubStep {
  const place = findPlace(state, batch, former)
  if (place.standing === "reset") return { line: state, effects: [ack(place, batch)] }
  // A batch that contradicts itself is a bug or an attack: nothing of it is believed, and nothing is answered.
  if (!isGapless(batch))
    return { line: state, effects: [{ do: "alarm", reason: "BATCH_NOT_GAPLESS", epoch: batch.epoch }] }
  const { own } = place
  // A copy of the box that speaks for the store now: it learns that it must stop, and moves nothing of the other's.
  if (former && own === state.current) return settle(place, [ack(place, batch)])
  const known = batch.to <= own.applied || batch.from > own.applied + 1
  // What follows another op than ours is another log's: the store sees it by the mark of this acknowledgement.
  if (known || markBefore(batch, own.applied + 1) !== own.mark) return settle(place, [ack(place, batch)])
  const ops = batch.ops.slice(own.applied + 1 - batch.from)
  const moved = { ...own, applied: batch.to, mark: ops.at(-1)?.mark ?? own.mark }
  const after = { ...place, own: moved, line: saveOwn(place.line, moved) }
  const fenced = place.standing === "fenced"
  const since = own.applied < (own.previous?.carried ?? 0) ? own.previous : null
  return settle(after, [{ do: "apply", epoch: own.epoch, fenced, ops, since }, ack(after, batch)])
}

/** The mark that the batch has for the op before `seq`, which is in it or right after it. */
function markBefore(batch: Up, seq: number): string | null {
  return seq === batch.from ? batch.mark : (batch.ops[seq - 1 - batch.from]?.mark ?? null)
}

function answerPull(
  state: HubStoreState,
  input: { message: Pull; markAt: string | null; now: number; former?: boolean },
): HubStep {
  const { message, markAt, now, former } = input
  // Following it would use up the numbers of the hub's list, and nothing could be written to the store any more.
  if (message.after > state.downHead + DOWN_AHEAD_MAX)
    return { line: state, effects: [{ do: "alarm", reason: "PULL_TOO_FAR_AHEAD", epoch: message.epoch }] }
  const place = findPlace(state, message, former)
  const { after, id } = message
  const own = word(place, message.epoch)
  if (place.standing !== "current") {
    // A fenced or unknown box gets no op: an order offered to it would be at home in a box that has stopped.
    const answer = { re: id, after, head: after, ops: [], session: state.session, hubTime: now, ...own }
    return settle(place, [{ do: "answer", message: answer }])
  }
  // A pull proves that its session lives, but cannot wake one that has said its last word.
  const newer = message.session > place.line.session
  const session = newer ? message.session : place.line.session
  const heard = { ...place.line, session, online: newer || place.line.online }
  const pulled = { ...heard, downAcked: after, downOffered: Math.max(state.downOffered, after) }
  const offer: HubEffect = { do: "offer", message: { re: id, after, session, hubTime: now, ...own } }
  const diverged = after > state.downHead || (after > 0 && markAt !== null && markAt !== message.mark)
  return settle({ ...place, line: pulled }, diverged ? [...repairDown(state, message), offer] : [offer])
}

function repairDown(state: HubStoreState, message: Pull): HubEffect[] {
  return [
    { do: "renumber-down", after: Math.min(state.downOffered, message.after), to: message.after },
    { do: "alarm", reason: "DOWN_DIVERGED", epoch: message.epoch },
  ]
}

function hearPresence(state: HubStoreState, message: Presence, now: number): HubStep {
  const known = state.current?.epoch === message.epoch
  // Within a session "gone" is the last word, so a birth that was overtaken by its own will does not count.
  const stale = message.session < state.session || (message.session === state.session && message.online)
  if (!known || stale) return { line: state, effects: [] }
  const lastHeardAt = message.online ? now : state.lastHeardAt
  return { line: { ...state, session: message.session, online: message.online, lastHeardAt }, effects: [] }
}

type Place =
  | { readonly standing: "reset"; readonly line: HubStoreState }
  | {
      readonly standing: "current" | "fenced"
      readonly line: HubStoreState
      readonly own: EpochState
      readonly opened?: HubEffect[]
    }

/** Where the epoch that speaks stands; an epoch that goes on from the current one takes its place and fences it. A former box is fenced whatever it says. */
function findPlace(state: HubStoreState, speaker: { epoch: string; previous: Previous | null }, former = false): Place {
  const { epoch, previous } = speaker
  if (state.current?.epoch === epoch)
    return { standing: former ? "fenced" : "current", line: state, own: state.current }
  const fenced = state.fenced.find((known) => known.epoch === epoch)
  if (fenced !== undefined) return { standing: "fenced", line: state, own: fenced }
  const own: EpochState = { epoch, applied: 0, mark: null, previous }
  const isChild = (parent: EpochState) => parent.epoch === previous?.epoch
  if (state.fenced.some(isChild) || (former && state.current !== null && isChild(state.current))) {
    // The child of a fenced epoch is born fenced: a replaced box cannot come back by restoring its backup.
    const born = { ...state, fenced: keep([...state.fenced, own]) }
    return { standing: "fenced", line: born, own, opened: alarms(own, "FENCED_BOX_SPEAKS") }
  }
  if (!former && (state.current === null || previous?.epoch === state.current.epoch)) {
    const opened = alarms(state.current, "EPOCH_FENCED").concat(alarms(own, "EPOCH_OPENED"))
    // Sessions are counted by a box, so a new epoch counts from the beginning.
    const adopted = { ...fenceCurrent(state), current: own, session: 0 }
    return { standing: "current", line: adopted, own, opened }
  }
  return { standing: "reset", line: state }
}

function settle(place: Place, effects: readonly HubEffect[]): HubStep {
  const opened = place.standing === "reset" ? [] : (place.opened ?? [])
  return { line: place.line, effects: [...opened, ...effects] }
}

function saveOwn(state: HubStoreState, own: EpochState): HubStoreState {
  if (state.current?.epoch === own.epoch) return { ...state, current: own }
  return { ...state, fenced: state.fenced.map((known) => (known.epoch === own.epoch ? own : known)) }
}

function fenceCurrent(state: HubStoreState): HubStoreState {
  if (state.current === null) return state
  return { ...state, current: null, online: false, told: null, fenced: keep([...state.fenced, state.current]) }
}

function keep(fenced: readonly EpochState[]): readonly EpochState[] {
  return fenced.slice(-FENCED_OPS_MAX)
}

function ack(place: Place, batch: Up): HubEffect {
  return { do: "ack", message: { re: batch.from, ...word(place, batch.epoch) } }
}

/**
 * What every answer says: how the hub stands to the one who spoke, and what it has of it. Its own words stand before it where it is spread: V8 adds
 * nothing quickly to what was spread.
 */
function word(place: Place, epoch: string): Omit<Ack, "re"> {
  const standing: SyncPosition = place.standing
  const current = place.line.current?.epoch ?? null
  if (place.standing === "reset") return { epoch, standing, current, applied: 0, mark: null }
  return { epoch, standing, current, applied: place.own.applied, mark: place.own.mark }
}

function alarms(line: EpochState | null, reason: HubAlarm): HubEffect[] {
  return line === null ? [] : [{ do: "alarm", reason, epoch: line.epoch }]
}
