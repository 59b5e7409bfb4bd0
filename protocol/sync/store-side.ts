/**
 * The store's side of sync as a pure machine. It knows watermarks, waits and what is in flight; the ops themselves stay in
 * the outbox. What it hears changes the line (this file); what is then due is read off the line (`store-next-step.ts`).
 */
import { advance, indexOfBatch, leave, passOver } from "./in-flight.ts"
import { COMMANDS_PENDING_MAX } from "./limits.ts"
import type { Ack, Command, Down } from "./messages.ts"
import type { Moment, StoreEffect, StoreInput, StoreStep, StoreSyncState } from "./store-line.ts"
import { findDue } from "./store-next-step.ts"
import { pollWait } from "./waits.ts"

/** Ids of pulls are told apart across sessions, so that a late answer to an earlier one is not taken for this one's. */
const PULLS_PER_SESSION_MAX = 1_000_000

export function stepStore(state: StoreSyncState, input: StoreInput, moment: Moment): StoreStep {
  const heard = takeInput(state, input, moment)
  const due = findDue(heard.state, moment)
  return { state: due.state, effects: [...heard.effects, ...due.effects] }
}

function takeInput(state: StoreSyncState, input: StoreInput, moment: Moment): StoreStep {
  switch (input.is) {
    case "link-up":
      return linkUp(state, input.session)
    case "link-down":
      return unchanged({ ...state, link: "down", flight: null, pull: null, held: [] })
    case "appended":
      return unchanged({ ...state, head: Math.max(state.head, input.head) })
    case "ack":
      return takeAck(state, input, moment)
    case "down":
      return takeDown(state, input, moment)
    case "poke":
      return unchanged({ ...state, wantsPull: state.wantsPull || input.message.head > state.appliedDown })
    case "command":
      return queueCommand(state, input.message)
    case "down-applied":
      // The next pull acknowledges it.
      return unchanged({ ...state, appliedDown: input.to, downMark: input.mark, applying: false, wantsPull: true })
    case "down-failed":
      return unchanged({ ...state, applying: false })
    case "executed":
      return sendReply({ ...state, head: Math.max(state.head, input.head) }, input.command, input.answer)
    case "epoch-opened":
      return openEpoch(state, input)
    case "sent":
      return unchanged({ ...state, flight: leave(state.flight, input) })
    case "missing":
      return { state: { ...state, stuck: true, flight: null }, effects: alarm("HUB_LOST_HISTORY") }
    case "tick":
      return unchanged(state)
  }
}

function linkUp(line: StoreSyncState, session: number): StoreStep {
  const fresh = {
    flight: null,
    shutOut: false,
    takes: {},
    pull: null,
    pullId: session * PULLS_PER_SESSION_MAX,
    wantsPull: true,
    stuck: false,
  }
  const state: StoreSyncState = { ...line, ...fresh, link: "up", session }
  return { state, effects: [{ do: "send-state", message: { session, online: true, epoch: line.epoch } }] }
}

function takeAck(line: StoreSyncState, input: { message: Ack; markAt: string | null }, moment: Moment): StoreStep {
  const { message } = input
  if (message.epoch !== line.epoch || line.opening) return unchanged(line)
  const place = indexOfBatch(line.flight, message.re)
  const parted = findDivergence(line, input, place !== null)
  if (parted !== null) return parted
  const { fenced, effects } = takeFence(line, message)
  const shutOut = message.standing === "fenced"
  const state = { ...line, fenced, shutOut, lastAckAt: moment.now, takes: message.takes ?? {} }
  if (message.applied > line.acked) {
    const flight = advance(line.flight, { applied: message.applied, re: message.re }, moment)
    return save({ ...state, acked: message.applied, flight }, effects)
  }
  // Only the answer to a batch in flight may send the store back; a late copy of an older one may not.
  if (place === null || line.flight === null || message.applied >= message.re - 1) return { state, effects }
  if (place > 0) return { state: { ...state, flight: passOver(line.flight, place) }, effects }
  return save({ ...state, acked: message.applied, flight: null }, effects)
}

function takeDown(state: StoreSyncState, input: { message: Down; markAt: string | null }, moment: Moment): StoreStep {
  const { message } = input
  if (message.epoch !== state.epoch || state.opening || state.pull?.id !== message.re) return unchanged(state)
  const parted = findDivergence(state, input, true)
  if (parted !== null) return parted
  const fence = takeFence(state, message)
  const answered: StoreSyncState = {
    ...state,
    fenced: fence.fenced,
    shutOut: message.standing === "fenced",
    pull: null,
    pollAt: moment.now + pollWait(moment.chance),
    hubAhead: message.hubTime - state.pull.sentAt,
    takes: message.takes ?? {},
  }
  // Below what it had when it was asked: a hub that was restored from a backup gets the difference again.
  const lost = message.applied < state.pull.acked && message.applied < state.acked
  const flight = lost ? null : advance(state.flight, { applied: message.applied, re: null }, moment)
  const moved =
    lost || message.applied > state.acked
      ? save({ ...answered, acked: message.applied, flight }, fence.effects)
      : { state: answered, effects: fence.effects }
  if (message.session > state.session) {
    return { state: moved.state, effects: [...moved.effects, { do: "reconnect", above: message.session }] }
  }
  return takeOps(moved, message)
}

function takeOps(step: StoreStep, message: Down): StoreStep {
  const { state, effects } = step
  const first = message.ops[0]
  if (message.standing !== "current" || message.after !== state.appliedDown) return step
  if (first === undefined && message.head <= message.after) return step
  if (first?.seq !== message.after + 1) return { state, effects: [...effects, ...alarm("DOWN_GAP")] }
  return { state: { ...state, applying: true }, effects: [...effects, { do: "apply-down", ops: message.ops }] }
}

/**
 * The two ways in which this line can turn out not to be the hub's: the hub does not know the epoch, or its watermark stands
 * on an op that this outbox does not have (a restored backup, a second box). Either way the ops go on under a new epoch.
 */
function findDivergence(
  state: StoreSyncState,
  heard: { message: Ack | Down; markAt: string | null },
  current: boolean,
): StoreStep | null {
  const { message, markAt } = heard
  if (message.standing === "reset") {
    if (!current || message.current === null) return unchanged(state)
    return divergeFrom(state, { epoch: message.current, last: 0 }, "RESET_ASKED")
  }
  const strange = markAt !== null && markAt !== message.mark
  if (message.applied <= state.head && !strange) return null
  // What was acknowledged before is common; if even that is in doubt, nothing is.
  return divergeFrom(state, { epoch: state.epoch, last: message.applied > state.acked ? state.acked : 0 }, "DIVERGED")
}

function divergeFrom(
  line: StoreSyncState,
  previous: { epoch: string; last: number },
  reason: "RESET_ASKED" | "DIVERGED",
): StoreStep {
  const state = { ...line, opening: true, flight: null, pull: null, held: [] }
  return { state, effects: [...alarm(reason), { do: "open-epoch", previous }] }
}

function openEpoch(line: StoreSyncState, input: StoreInput & { is: "epoch-opened" }): StoreStep {
  const { epoch, previous, head } = input
  const state = { ...line, epoch, previous, head, acked: 0, opening: false, stuck: false, wantsPull: true }
  return { state, effects: [{ do: "reconnect", above: 0 }] }
}

function takeFence(state: StoreSyncState, message: Ack | Down): { fenced: boolean; effects: StoreEffect[] } {
  if (state.fenced || message.standing !== "fenced") return { fenced: state.fenced, effects: [] }
  return { fenced: true, effects: [{ do: "save-fenced" }, ...alarm("FENCED")] }
}

function save(state: StoreSyncState, effects: readonly StoreEffect[]): StoreStep {
  return { state, effects: [...effects, { do: "save-acked", acked: state.acked }] }
}

function queueCommand(state: StoreSyncState, command: Command): StoreStep {
  const known = state.held.some((held) => held.requestId === command.requestId)
  const strange = state.fenced || state.opening || command.epoch !== state.epoch
  if (known || strange || state.held.length >= COMMANDS_PENDING_MAX) return unchanged(state)
  const waits = command.after > state.appliedDown || state.hubAhead === null
  return unchanged({ ...state, held: [...state.held, command], wantsPull: state.wantsPull || waits })
}

function sendReply(state: StoreSyncState, command: Command, answer: unknown): StoreStep {
  const message = { requestId: command.requestId, epoch: state.epoch, head: state.head, answer }
  return { state: state, effects: [{ do: "send-reply", hubId: command.hubId, message }] }
}

function unchanged(state: StoreSyncState): StoreStep {
  return { state, effects: [] }
}

function alarm(reason: (StoreEffect & { do: "alarm" })["reason"]): StoreEffect[] {
  return [{ do: "alarm", reason }]
}
