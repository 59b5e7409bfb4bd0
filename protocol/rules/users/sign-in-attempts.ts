/** Growing waits after failed sign-ins, by e-mail address and by IP address. */
import { plusSeconds } from "../../time.ts"

/** Failures in a row without a wait for one e-mail address, because people mistype. */
const FREE_BY_EMAIL = 5
/** The same for one IP address, which an office may share. */
const FREE_BY_ADDRESS = 30
const FIRST_WAIT_SECONDS = 15
const WAIT_SECONDS_MAX = 15 * 60
/** Failures are forgotten after this time without another one. */
export const FORGOTTEN_AFTER_SECONDS = 3600

export type TriesBy = "email" | "address"

export interface SignInTries {
  readonly failed: number
  readonly lastAt: string
  readonly lockedUntil: string | null
}

/** When the current wait ends; null when a password may be tried. */
export function waitUntil(tries: SignInTries | null, now: string): string | null {
  const until = tries?.lockedUntil ?? null
  return until !== null && until > now ? until : null
}

/** The tries after another one. It counts as failed until it is known to be right, so that parallel tries cannot slip through. */
export function afterSignInTry(tries: SignInTries | null, by: TriesBy, now: string): SignInTries {
  const quiet = tries === null || plusSeconds(tries.lastAt, FORGOTTEN_AFTER_SECONDS) <= now
  const failed = quiet ? 1 : tries.failed + 1
  const over = failed - (by === "email" ? FREE_BY_EMAIL : FREE_BY_ADDRESS) + 1
  const wait = over > 0 ? Math.min(FIRST_WAIT_SECONDS * 2 ** (over - 1), WAIT_SECONDS_MAX) : 0
  return { failed, lastAt: now, lockedUntil: wait > 0 ? plusSeconds(now, wait) : null }
}
