/** How long a person stays signed in at the dashboard, and how long a link that opens an account is good. */
import { plusSeconds } from "../../time.ts"

const HOUR_SECONDS = 3600
/** Without a request for so long, the session is over. */
export const IDLE_SECONDS = 12 * HOUR_SECONDS
/** And after so long in any case. */
export const SESSION_SECONDS = 7 * 24 * HOUR_SECONDS
/** A use is written down once in so long, not with every request. */
const TOUCHED_AFTER_SECONDS = 5 * 60
/** A one-time link lies in somebody's mailbox: no longer than this. */
export const LINK_SECONDS = 72 * HOUR_SECONDS

export interface SessionTimes {
  readonly createdAt: string
  readonly usedAt: string
}

export function isAlive({ createdAt, usedAt }: SessionTimes, now: string): boolean {
  return now < plusSeconds(usedAt, IDLE_SECONDS) && now < plusSeconds(createdAt, SESSION_SECONDS)
}

export function isWorthTouching({ usedAt }: SessionTimes, now: string): boolean {
  return plusSeconds(usedAt, TOUCHED_AFTER_SECONDS) <= now
}
