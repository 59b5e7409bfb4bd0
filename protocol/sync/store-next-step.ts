/** What the store's side of sync has to do now, read off its line; and when to look again. */
import { nextOf } from "./in-flight.ts"
import { IN_FLIGHT_MAX, PIPELINED_MIN, RESEND_FIRST_MS } from "./limits.ts"
import type { Command } from "./messages.ts"
import type { Flight, Moment, StoreEffect, StoreStep, StoreSyncState } from "./store-line.ts"
import { resendWait } from "./waits.ts"

/** Pulls without an answer, in a row, before the connection itself is in doubt. */
const SILENCE_MAX = 3
const RECONNECT: readonly StoreEffect[] = [{ do: "reconnect", above: 0 }]

export function findDue(line: StoreSyncState, moment: Moment): StoreStep {
  if (line.link === "down" || line.opening) return { state: line, effects: [] }
  const commands = runCommands(line, moment)
  const pulled = pull(commands.state, moment)
  const sent = send(pulled.state, moment)
  return { state: sent.state, effects: [...commands.effects, ...pulled.effects, ...sent.effects] }
}

/** The moment of the next tick, on the machine's time; null while the link is down. */
export function nextStepAt(line: StoreSyncState): number | null {
  if (line.link === "down" || line.opening) return null
  const waits = [line.pull?.resendAt ?? line.pollAt, line.flight?.resendAt ?? Number.POSITIVE_INFINITY]
  return Math.min(...waits)
}

/**
 * The disk did not take what an effect was to keep. A fence that is not on the disk is not believed, or the rooms would sell on behind it; an epoch
 * that was not opened is opened at the next answer, and that is waited for. An acknowledgement is only known until the process ends.
 */
export function unkept(line: StoreSyncState, effect: StoreEffect, now: number): StoreSyncState {
  if (effect.do === "save-fenced") return { ...line, fenced: false }
  if (effect.do !== "open-epoch") return line
  const later = now + RESEND_FIRST_MS
  const flight = { from: line.acked + 1, ends: [], packing: true, resendAt: later, tries: 0 }
  return { ...line, opening: false, flight, wantsPull: false, pollAt: later }
}

/** A store does not start a command after its deadline; while it cannot tell the hub's time, it does not start it at all. */
export function isLate(line: StoreSyncState, command: Command, now: number): boolean {
  return line.hubAhead !== null && now + line.hubAhead > command.deadline
}

function runCommands(line: StoreSyncState, moment: Moment): StoreStep {
  if (line.held.length === 0 || line.hubAhead === null || line.applying) return { state: line, effects: [] }
  const late = line.held.filter((command) => isLate(line, command, moment.now))
  const ready = line.held.filter((command) => !late.includes(command) && command.after <= line.appliedDown)
  const held = line.held.filter((command) => !late.includes(command) && !ready.includes(command))
  const effects: StoreEffect[] = ready.map((command) => ({ do: "execute", command }))
  if (late.length > 0) effects.push({ do: "alarm", reason: "COMMAND_LATE" })
  return { state: { ...line, held }, effects }
}

function pull(line: StoreSyncState, { now, chance }: Moment): StoreStep {
  if (line.applying) return { state: line, effects: [] }
  const again = line.pull !== null && now >= line.pull.resendAt
  const first = line.pull === null && (line.wantsPull || now >= line.pollAt)
  if (!again && !first) return { state: line, effects: [] }
  const id = line.pull?.id ?? line.pullId + 1
  const tries = line.pull === null ? 0 : line.pull.tries + 1
  // The link looks alive and nobody answers: a half-open connection is noticed here, not by the broker's own pings.
  if (tries >= SILENCE_MAX) return { state: { ...line, pull: null, wantsPull: true }, effects: RECONNECT }
  const { sentAt, acked } = line.pull ?? { sentAt: now, acked: line.acked }
  const flying = { id, sentAt, acked, resendAt: now + resendWait(tries, chance), tries }
  const { epoch, previous, session } = line
  const told = { made: line.head, acked: line.acked }
  const message = { epoch, previous, session, id, after: line.appliedDown, mark: line.downMark, told }
  return { state: { ...line, pull: flying, pullId: id, wantsPull: false }, effects: [{ do: "send-pull", message }] }
}

function send(line: StoreSyncState, { now, chance }: Moment): StoreStep {
  const { flight, head, acked } = line
  if (line.stuck) return { state: line, effects: [] }
  const again = flight !== null && now >= flight.resendAt
  if (flight !== null && !again) return sendFurther(line, flight)
  if (flight === null && acked >= head) return { state: line, effects: [] }
  const tries = flight === null ? 0 : flight.tries + 1
  const from = acked + 1
  return sendFrom(line, from, { from, ends: [], packing: true, resendAt: now + resendWait(tries, chance), tries })
}

/** Who is far behind says more before the last word was answered, as far as the hub takes it. */
function sendFurther(line: StoreSyncState, flight: Flight): StoreStep {
  const next = nextOf(flight)
  const room = Math.min(line.takes.batches ?? 1, IN_FLIGHT_MAX) - flight.ends.length
  const waiting = line.head - next + 1
  if (flight.packing || flight.tries > 0 || room <= 0 || waiting < PIPELINED_MIN) return { state: line, effects: [] }
  return sendFrom(line, next, { ...flight, packing: true })
}

function sendFrom(line: StoreSyncState, from: number, flight: Flight): StoreStep {
  return { state: { ...line, flight }, effects: [{ do: "send-batch", from, gzip: line.takes.gzip ?? false }] }
}
