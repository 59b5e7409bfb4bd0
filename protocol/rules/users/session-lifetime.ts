/** Lifetimes of dashboard sessions and of one-time links to an account. */
import { plusSeconds } from "../../time.ts"

const HOUR_SECONDS = 3600
/** A session ends after this time without a request. */
export const IDLE_SECONDS = 12 * HOUR_SECONDS
/** A session ends after this time in any case. */
export const SESSION_SECONDS = 7 * 24 * HOUR_SECONDS
/** The last use is written to the database at most this often. */
const TOUCHED_AFTER_SECONDS = 5 * 60
/** Lifetime of a one-time link, which lies in a mailbox. */
export const LINK_SECONDS = 72 * HOUR_SECONDS

export interface SessionTimes {
  readonly createdAt: string
  readonly usedAt: string
}

export function isSessionAlive({ createdAt, usedAt }: SessionTimes, now: string): boolean {
  return now < plusSeconds(usedAt, IDLE_SECONDS) && now < plusSeconds(createdAt, SESSION_SECONDS)
}

export function mustStoreUse({ usedAt }: SessionTimes, now: string): boolean {
  return plusSeconds(usedAt, TOUCHED_AFTER_SECONDS) <= now
}
