/** What the store's side of sync has to do now, read off its line; and when to look again. */
import { nextOf } from "./in-flight.ts"
import { IN_FLIGHT_MAX, PIPELINED_MIN, RESEND_FIRST_MS } from "./limits.ts"
import type { Command } from "./messages.ts"
import type { Flight, Moment, StoreEffect, StoreStep, StoreSyncState } from "./store-line.ts"
import { resendWait } from "./waits.ts"

/** Pulls without an answer, in a row, before the connection itself is in doubt. */
const SILENCE_MAX = 3
const RECONNECT: readonly StoreEffect[] = [{ do: "reconnect", above: 0 }]

export function findDue(state: StoreSyncState, moment: Moment): StoreStep {
  if (state.link === "down" || state.opening) return { state: state, effects: [] }
  const commands = runCommands(state, moment)
  const pulled = pull(commands.state, moment)
  const sent = send(pulled.state, moment)
  return { state: sent.state, effects: [...commands.effects, ...pulled.effects, ...sent.effects] }
}

/** The moment of the next tick, on the machine's time; null while the link is down. */
export function nextStepAt(state: StoreSyncState): number | null {
  if (state.link === "down" || state.opening) return null
  const waits = [state.pull?.resendAt ?? state.pollAt, state.flight?.resendAt ?? Number.POSITIVE_INFINITY]
  return Math.min(...waits)
}

/**
 * The disk did not take what an effect was to keep. A fence that is not on the disk is not believed, or the rooms would sell on behind it; an epoch
 * that was not opened is opened at the next answer, and that is waited for. An acknowledgement is only known until the process ends.
 */
export function undoEffect(state: StoreSyncState, effect: StoreEffect, now: number): StoreSyncState {
  if (effect.do === "save-fenced") return { ...state, fenced: false }
  if (effect.do !== "open-epoch") return state
  const later = now + RESEND_FIRST_MS
  const flight = { from: state.acked + 1, ends: [], packing: true, resendAt: later, tries: 0 }
  return { ...state, opening: false, flight, wantsPull: false, pollAt: later }
}

/** A store does not start a command after its deadline; while it cannot tell the hub's time, it does not start it at all. */
export function isLate(state: StoreSyncState, command: Command, now: number): boolean {
  return state.hubAhead !== null && now + state.hubAhead > command.deadline
}

function runCommands(state: StoreSyncState, moment: Moment): StoreStep {
  if (state.held.length === 0 || state.hubAhead === null || state.applying) return { state: state, effects: [] }
  const late = state.held.filter((command) => isLate(state, command, moment.now))
  const ready = state.held.filter((command) => !late.includes(command) && command.after <= state.appliedDown)
  const held = state.held.filter((command) => !late.includes(command) && !ready.includes(command))
  const effects: StoreEffect[] = ready.map((command) => ({ do: "execute", command }))
  if (late.length > 0) effects.push({ do: "alarm", reason: "COMMAND_LATE" })
  return { state: { ...state, held }, effects }
}

function pull(state: StoreSyncState, { now, chance }: Moment): StoreStep {
  if (state.applying) return { state: state, effects: [] }
  const again = state.pull !== null && now >= state.pull.resendAt
  const first = state.pull === null && (state.wantsPull || now >= state.pollAt)
  if (!again && !first) return { state: state, effects: [] }
  const id = state.pull?.id ?? state.pullId + 1
  const tries = state.pull === null ? 0 : state.pull.tries + 1
  // The link looks alive and nobody answers: a half-open connection is noticed here, not by the broker's own pings.
  if (tries >= SILENCE_MAX) return { state: { ...state, pull: null, wantsPull: true }, effects: RECONNECT }
  const { sentAt, acked } = state.pull ?? { sentAt: now, acked: state.acked }
  const flying = { id, sentAt, acked, resendAt: now + resendWait(tries, chance), tries }
  const { epoch, previous, session } = state
  const told = { made: state.head, acked: state.acked }
  const message = { epoch, previous, session, id, after: state.appliedDown, mark: state.downMark, told }
  return { state: { ...state, pull: flying, pullId: id, wantsPull: false }, effects: [{ do: "send-pull", message }] }
}

function send(state: StoreSyncState, { now, chance }: Moment): StoreStep {
  const { flight, head, acked } = state
  if (state.stuck) return { state: state, effects: [] }
  const again = flight !== null && now >= flight.resendAt
  if (flight !== null && !again) return sendFurther(state, flight)
  if (flight === null && acked >= head) return { state: state, effects: [] }
  const tries = flight === null ? 0 : flight.tries + 1
  const from = acked + 1
  return sendFrom(state, from, { from, ends: [], packing: true, resendAt: now + resendWait(tries, chance), tries })
}

/** Who is far behind says more before the last word was answered, as far as the hub takes it. */
function sendFurther(state: StoreSyncState, flight: Flight): StoreStep {
  const next = nextOf(flight)
  const room = Math.min(state.takes.batches ?? 1, IN_FLIGHT_MAX) - flight.ends.length
  const waiting = state.head - next + 1
  if (flight.packing || flight.tries > 0 || room <= 0 || waiting < PIPELINED_MIN) return { state: state, effects: [] }
  return sendFrom(state, next, { ...flight, packing: true })
}

function sendFrom(state: StoreSyncState, from: number, flight: Flight): StoreStep {
  return { state: { ...state, flight }, effects: [{ do: "send-batch", from, gzip: state.takes.gzip ?? false }] }
}
