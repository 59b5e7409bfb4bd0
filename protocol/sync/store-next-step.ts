/** Decides from the store's sync state what to do now, and when to check again. */
import { nextOf } from "./in-flight.ts"
import { IN_FLIGHT_MAX, PIPELINED_MIN, RESEND_FIRST_MS } from "./limits.ts"
import type { Command } from "./messages.ts"
import type { Flight, Moment, StoreEffect, StoreStep, StoreSyncState } from "./store-line.ts"
import { resendWait } from "./waits.ts"

/** Unanswered pulls in a row before the store reconnects. */
const UNANSWERED_PULLS_MAX = 3
const RECONNECT: readonly StoreEffect[] = [{ do: "reconnect", above: 0 }]

export function findDue(state: StoreSyncState, moment: Moment): StoreStep {
  if (state.link === "down" || state.opening) return { state, effects: [] }
  const commands = runCommands(state, moment)
  const pulled = pull(commands.state, moment)
  const sent = send(pulled.state, moment)
  return { state: sent.state, effects: [...commands.effects, ...pulled.effects, ...sent.effects] }
}

/** When the next tick is due, on the clock of `Moment.now`; null while the link is down. */
export function nextStepAt(state: StoreSyncState): number | null {
  if (state.link === "down" || state.opening) return null
  const waits = [state.pull?.resendAt ?? state.pollAt, state.flight?.resendAt ?? Number.POSITIVE_INFINITY]
  return Math.min(...waits)
}

/**
 * The state after an effect could not be saved to disk. An unsaved fence is forgotten, because the rest of the box does not see it either;
 * the hub repeats it. An unopened epoch is tried again at the hub's next answer. An unsaved acknowledgement needs no undo.
 */
export function undoEffect(state: StoreSyncState, effect: StoreEffect, now: number): StoreSyncState {
  if (effect.do === "save-fenced") return { ...state, fenced: false }
  if (effect.do !== "open-epoch") return state
  const later = now + RESEND_FIRST_MS
  const flight = { from: state.acked + 1, ends: [], packing: true, resendAt: later, tries: 0 }
  return { ...state, opening: false, flight, wantsPull: false, pollAt: later }
}

/** Whether the command's deadline has passed. Commands wait while the hub's time is unknown. */
export function isLate(state: StoreSyncState, command: Command, now: number): boolean {
  return state.hubAhead !== null && now + state.hubAhead > command.deadline
}

function runCommands(state: StoreSyncState, moment: Moment): StoreStep {
  if (state.pendingCommands.length === 0 || state.hubAhead === null || state.applying) return { state, effects: [] }
  const late = state.pendingCommands.filter((command) => isLate(state, command, moment.now))
  const ready = state.pendingCommands.filter((command) => !late.includes(command) && command.after <= state.appliedDown)
  const pendingCommands = state.pendingCommands.filter((command) => !late.includes(command) && !ready.includes(command))
  const effects: StoreEffect[] = ready.map((command) => ({ do: "execute", command }))
  if (late.length > 0) effects.push({ do: "alarm", reason: "COMMAND_LATE" })
  return { state: { ...state, pendingCommands }, effects }
}

function pull(state: StoreSyncState, { now, chance }: Moment): StoreStep {
  if (state.applying) return { state, effects: [] }
  const isRepeat = state.pull !== null && now >= state.pull.resendAt
  const isFirst = state.pull === null && (state.wantsPull || now >= state.pollAt)
  if (!isRepeat && !isFirst) return { state, effects: [] }
  const id = state.pull?.id ?? state.pullId + 1
  const tries = state.pull === null ? 0 : state.pull.tries + 1
  // A half-open connection looks alive to the broker's pings, so unanswered pulls end it.
  if (tries >= UNANSWERED_PULLS_MAX) return { state: { ...state, pull: null, wantsPull: true }, effects: RECONNECT }
  const { sentAt, acked } = state.pull ?? { sentAt: now, acked: state.acked }
  const sentPull = { id, sentAt, acked, resendAt: now + resendWait(tries, chance), tries }
  const { epoch, previous, session } = state
  const told = { made: state.head, acked: state.acked }
  const message = { epoch, previous, session, id, after: state.appliedDown, mark: state.downMark, told }
  return { state: { ...state, pull: sentPull, pullId: id, wantsPull: false }, effects: [{ do: "send-pull", message }] }
}

function send(state: StoreSyncState, { now, chance }: Moment): StoreStep {
  const { flight, head, acked } = state
  if (state.stuck) return { state, effects: [] }
  const isRepeat = flight !== null && now >= flight.resendAt
  if (flight !== null && !isRepeat) return sendFurther(state, flight)
  if (flight === null && acked >= head) return { state, effects: [] }
  const tries = flight === null ? 0 : flight.tries + 1
  const from = acked + 1
  return sendFrom(state, from, { from, ends: [], packing: true, resendAt: now + resendWait(tries, chance), tries })
}

/** A store that is far behind sends further batches before the last one was answered, as many as the hub accepts. */
function sendFurther(state: StoreSyncState, flight: Flight): StoreStep {
  const next = nextOf(flight)
  const room = Math.min(state.takes.batches ?? 1, IN_FLIGHT_MAX) - flight.ends.length
  const waiting = state.head - next + 1
  if (flight.packing || flight.tries > 0 || room <= 0 || waiting < PIPELINED_MIN) return { state, effects: [] }
  return sendFrom(state, next, { ...flight, packing: true })
}

function sendFrom(state: StoreSyncState, from: number, flight: Flight): StoreStep {
  return { state: { ...state, flight }, effects: [{ do: "send-batch", from, gzip: state.takes.gzip ?? false }] }
}
