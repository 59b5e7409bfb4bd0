/** Logs a large message that is sent again and again, as happens when a broker confirms messages that it drops as too large. */
import type { Log } from "../log.ts"

/** No broker drops smaller messages. */
const LARGE_CHARS = 16 * 1024
/** A restart of the other side causes fewer repeats. */
const REPEATS_MIN = 5

export interface RepeatedMessage {
  readonly to: string
  /** Identifies the message; the same for a repeat. */
  readonly what: string
  readonly chars: number
}

/** Call the function with each sending of a message that is repeated until it is acknowledged. */
export function createRepeatDetector(log: Log): (message: RepeatedMessage) => void {
  const last = new Map<string, { readonly what: string; readonly times: number }>()
  return ({ to, what, chars }) => {
    if (chars < LARGE_CHARS) {
      last.delete(to)
      return
    }
    const before = last.get(to)
    const times = before?.what === what ? before.times + 1 : 1
    last.set(to, { what, times })
    if (times !== REPEATS_MIN) return
    const warning =
      "a large message was sent several times and is not acknowledged: the other side is unreachable, or the broker drops messages of this size"
    log.warn({ to, what, chars, times }, warning)
  }
}
