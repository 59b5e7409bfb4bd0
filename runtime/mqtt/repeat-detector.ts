/** Notices that something large is said again and again, as where a broker drops what is too large for it and confirms it all the same, and tells the log. */
import type { Log } from "../log.ts"

/** Below it no broker drops anything. */
const LARGE_CHARS = 16 * 1024
/** A restart of the other side takes fewer. */
const TIMES = 5

export interface RepeatedMessage {
  readonly to: string
  /** The same where it is said again. */
  readonly what: string
  readonly chars: number
}

/** To be called with each message that is said until it is acknowledged. */
export function createRepeatDetector(log: Log): (saying: RepeatedMessage) => void {
  const last = new Map<string, { readonly what: string; readonly times: number }>()
  return ({ to, what, chars }) => {
    if (chars < LARGE_CHARS) {
      last.delete(to)
      return
    }
    const before = last.get(to)
    const times = before?.what === what ? before.times + 1 : 1
    last.set(to, { what, times })
    if (times !== TIMES) return
    const words =
      "a large message was said several times and is not acknowledged: the other side is away, or the broker between lets none of its size through"
    log.warn({ to, what, chars, times }, words)
  }
}
