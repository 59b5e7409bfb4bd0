/** How long headquarters may speak of a store as it is now: from its last contact on, nobody knows. */
import { POLL_MS, POLL_SPREAD } from "../../sync/limits.ts"
import { toMs } from "../../time.ts"

/** How much later than the contact itself the hub may write it down. */
const WRITTEN_LATE_MS = 30_000
/** The longest wait between two contacts of a box that is well, and the hub's delay in writing them down. */
export const CONTACT_FRESH_MS = POLL_MS * (1 + POLL_SPREAD) + WRITTEN_LATE_MS

export interface StoreContact {
  /** Whether the line to the store's box is open. */
  readonly online: boolean
  readonly heardAt: string | null
}

/** The oldest contact that is fresh. */
export function freshContactFrom(now: string): string {
  return new Date(toMs(now) - CONTACT_FRESH_MS).toISOString()
}

/** Null while what the hub knows of the store is fresh; else the last contact, since which everything may be otherwise. */
export function unknownSince({ online, heardAt }: StoreContact, now: string): string | null {
  if (heardAt === null) return null
  return online && toMs(heardAt) >= toMs(freshContactFrom(now)) ? null : heardAt
}

interface SalesOfDay {
  readonly date: string
  /** Whether the store's close of that day has arrived: after it nothing more of the day comes. */
  readonly isClosed: boolean
  /** The store's business date at its last contact. */
  readonly contactDate: string
  /** What the store had not sent at its last contact; null: it had not said. */
  readonly unsent: number | null
}

/** Null while the hub has all sales of a store's day; else the last contact, since which there may be more of them. */
export function salesUnknownSince(contact: StoreContact, day: SalesOfDay, now: string): string | null {
  const isComplete = day.isClosed || (day.date < day.contactDate && day.unsent === 0)
  return isComplete ? null : unknownSince(contact, now)
}
