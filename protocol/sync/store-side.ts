/**
 * The store's side of sync as a pure state machine. It knows watermarks, waits and batches in flight; the operations stay in the outbox.
 * This file applies an input to the state; `store-next-step.ts` decides what to do then.
 */
import { advance, dropFrom, indexOfBatch, recordSent } from "./in-flight.ts"
import { COMMANDS_PENDING_MAX } from "./limits.ts"
import type { Ack, Command, Down } from "./messages.ts"
import type { Moment, StoreEffect, StoreInput, StoreStep, StoreSyncState } from "./store-line.ts"
import { findDue } from "./store-next-step.ts"
import { pollWait } from "./waits.ts"

/** Pull ids differ between sessions, so that a late answer to an earlier session's pull is not accepted. */
const PULLS_PER_SESSION_MAX = 1_000_000

export function stepStore(state: StoreSyncState, input: StoreInput, moment: Moment): StoreStep {
  const applied = applyInput(state, input, moment)
  const due = findDue(applied.state, moment)
  return { state: due.state, effects: [...applied.effects, ...due.effects] }
}

function applyInput(state: StoreSyncState, input: StoreInput, moment: Moment): StoreStep {
  switch (input.is) {
    case "link-up":
      return linkUp(state, input.session)
    case "link-down":
      return unchanged({ ...state, link: "down", flight: null, pull: null, pendingCommands: [] })
    case "appended":
      return unchanged({ ...state, head: Math.max(state.head, input.head) })
    case "ack":
      return applyAck(state, input, moment)
    case "down":
      return applyDown(state, input, moment)
    case "poke":
      return unchanged({ ...state, wantsPull: state.wantsPull || input.message.head > state.appliedDown })
    case "command":
      return queueCommand(state, input.message)
    case "down-applied":
      // The next pull acknowledges the operations.
      return unchanged({ ...state, appliedDown: input.to, downMark: input.mark, applying: false, wantsPull: true })
    case "down-failed":
      return unchanged({ ...state, applying: false })
    case "executed":
      return sendReply({ ...state, head: Math.max(state.head, input.head) }, input.command, input.answer)
    case "epoch-opened":
      return openEpoch(state, input)
    case "sent":
      return unchanged({ ...state, flight: recordSent(state.flight, input) })
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

function applyAck(line: StoreSyncState, input: { message: Ack; markAt: string | null }, moment: Moment): StoreStep {
  const { message } = input
  if (message.epoch !== line.epoch || line.opening) return unchanged(line)
  const index = indexOfBatch(line.flight, message.re)
  const divergence = findDivergence(line, input, index !== null)
  if (divergence !== null) return divergence
  const { fenced, effects } = applyFence(line, message)
  const shutOut = message.standing === "fenced"
  const state = { ...line, fenced, shutOut, lastAckAt: moment.now, takes: message.takes ?? {} }
  if (message.applied > line.acked) {
    const flight = advance(line.flight, { applied: message.applied, re: message.re }, moment)
    return save({ ...state, acked: message.applied, flight }, effects)
  }
  // Only the answer to a batch in flight may move the store back, not a late copy of an older answer.
  if (index === null || line.flight === null || message.applied >= message.re - 1) return { state, effects }
  if (index > 0) return { state: { ...state, flight: dropFrom(line.flight, index) }, effects }
  return save({ ...state, acked: message.applied, flight: null }, effects)
}

function applyDown(state: StoreSyncState, input: { message: Down; markAt: string | null }, moment: Moment): StoreStep {
  const { message } = input
  if (message.epoch !== state.epoch || state.opening || state.pull?.id !== message.re) return unchanged(state)
  const divergence = findDivergence(state, input, true)
  if (divergence !== null) return divergence
  const fence = applyFence(state, message)
  const answered: StoreSyncState = {
    ...state,
    fenced: fence.fenced,
    shutOut: message.standing === "fenced",
    pull: null,
    pollAt: moment.now + pollWait(moment.chance),
    hubAhead: message.hubTime - state.pull.sentAt,
    takes: message.takes ?? {},
  }
  // The hub has less than when the pull was sent, so it was restored from a backup: it gets the difference again.
  const lost = message.applied < state.pull.acked && message.applied < state.acked
  const flight = lost ? null : advance(state.flight, { applied: message.applied, re: null }, moment)
  const moved =
    lost || message.applied > state.acked
      ? save({ ...answered, acked: message.applied, flight }, fence.effects)
      : { state: answered, effects: fence.effects }
  if (message.session > state.session) {
    return { state: moved.state, effects: [...moved.effects, { do: "reconnect", above: message.session }] }
  }
  return applyOps(moved, message)
}

function applyOps(step: StoreStep, message: Down): StoreStep {
  const { state, effects } = step
  const first = message.ops[0]
  if (message.standing !== "current" || message.after !== state.appliedDown) return step
  if (first === undefined && message.head <= message.after) return step
  if (first?.seq !== message.after + 1) return { state, effects: [...effects, ...alarm("DOWN_GAP")] }
  return { state: { ...state, applying: true }, effects: [...effects, { do: "apply-down", ops: message.ops }] }
}

/**
 * Returns a step to a new epoch if the histories differ: the hub does not know the epoch, or its watermark is at an operation that this
 * outbox does not have (a restored backup, a second box). Else null.
 */
function findDivergence(
  state: StoreSyncState,
  answer: { message: Ack | Down; markAt: string | null },
  current: boolean,
): StoreStep | null {
  const { message, markAt } = answer
  if (message.standing === "reset") {
    if (!current || message.current === null) return unchanged(state)
    return divergeFrom(state, { epoch: message.current, last: 0 }, "RESET_ASKED")
  }
  const marksDiffer = markAt !== null && markAt !== message.mark
  if (message.applied <= state.head && !marksDiffer) return null
  // Operations that were acknowledged before are common; if a mark below them differs, nothing is.
  return divergeFrom(state, { epoch: state.epoch, last: message.applied > state.acked ? state.acked : 0 }, "DIVERGED")
}

function divergeFrom(
  line: StoreSyncState,
  previous: { epoch: string; last: number },
  reason: "RESET_ASKED" | "DIVERGED",
): StoreStep {
  const state = { ...line, opening: true, flight: null, pull: null, pendingCommands: [] }
  return { state, effects: [...alarm(reason), { do: "open-epoch", previous }] }
}

function openEpoch(line: StoreSyncState, input: StoreInput & { is: "epoch-opened" }): StoreStep {
  const { epoch, previous, head } = input
  const state = { ...line, epoch, previous, head, acked: 0, opening: false, stuck: false, wantsPull: true }
  return { state, effects: [{ do: "reconnect", above: 0 }] }
}

function applyFence(state: StoreSyncState, message: Ack | Down): { fenced: boolean; effects: StoreEffect[] } {
  if (state.fenced || message.standing !== "fenced") return { fenced: state.fenced, effects: [] }
  return { fenced: true, effects: [{ do: "save-fenced" }, ...alarm("FENCED")] }
}

function save(state: StoreSyncState, effects: readonly StoreEffect[]): StoreStep {
  return { state, effects: [...effects, { do: "save-acked", acked: state.acked }] }
}

function queueCommand(state: StoreSyncState, command: Command): StoreStep {
  const isKnown = state.pendingCommands.some((pending) => pending.requestId === command.requestId)
  const isForOtherEpoch = state.fenced || state.opening || command.epoch !== state.epoch
  if (isKnown || isForOtherEpoch || state.pendingCommands.length >= COMMANDS_PENDING_MAX) return unchanged(state)
  const needsPull = command.after > state.appliedDown || state.hubAhead === null
  return unchanged({
    ...state,
    pendingCommands: [...state.pendingCommands, command],
    wantsPull: state.wantsPull || needsPull,
  })
}

function sendReply(state: StoreSyncState, command: Command, answer: unknown): StoreStep {
  const message = { requestId: command.requestId, epoch: state.epoch, head: state.head, answer }
  return { state, effects: [{ do: "send-reply", hubId: command.hubId, message }] }
}

function unchanged(state: StoreSyncState): StoreStep {
  return { state, effects: [] }
}

function alarm(reason: (StoreEffect & { do: "alarm" })["reason"]): StoreEffect[] {
  return [{ do: "alarm", reason }]
}
