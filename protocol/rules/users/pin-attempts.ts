/** How wrong PINs make the next tries wait: growing waits, per screen and for the whole store. */
import { plusSeconds } from "../../time.ts"

/** So many wrong ones in a row are free at a screen; a person mistypes. */
const FREE_AT_A_SCREEN = 4
/** And so many in the whole store, where several people mistype at once. */
const FREE_IN_THE_STORE = 19
const FIRST_WAIT_SECONDS = 30
const WAIT_SECONDS_MAX = 15 * 60
/** Wrong ones are forgotten after this much quiet. */
const FORGOTTEN_AFTER_MINUTES = 60

export interface PinTries {
  readonly wrong: number
  readonly lastAt: string
  readonly lockedUntil: string | null
}

export type AttemptScope = "screen" | "store"

/** The end of the wait that is in force, null when a PIN may be tried. */
export function lockedUntil(tries: PinTries | null, now: string): string | null {
  const until = tries?.lockedUntil ?? null
  return until !== null && until > now ? until : null
}

/** What the tries become when another one is made: it counts as wrong until it is known to be right. */
export function afterTry(tries: PinTries | null, place: AttemptScope, now: string): PinTries {
  const quiet = tries === null || plusSeconds(tries.lastAt, FORGOTTEN_AFTER_MINUTES * 60) <= now
  const wrong = quiet ? 1 : tries.wrong + 1
  const over = wrong - (place === "screen" ? FREE_AT_A_SCREEN : FREE_IN_THE_STORE)
  const wait = over > 0 ? Math.min(FIRST_WAIT_SECONDS * 2 ** (over - 1), WAIT_SECONDS_MAX) : 0
  return { wrong, lastAt: now, lockedUntil: wait > 0 ? plusSeconds(now, wait) : null }
}
