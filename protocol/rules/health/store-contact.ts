/** How long the hub's knowledge of a store counts as current after the last contact with its box. */
import { POLL_MS, POLL_SPREAD } from "../../sync/limits.ts"
import { toMs } from "../../time.ts"

/** The hub may store a contact this much later. */
const WRITTEN_LATE_MS = 30_000
/** The longest time between two stored contacts of a healthy box. */
export const CONTACT_FRESH_MS = POLL_MS * (1 + POLL_SPREAD) + WRITTEN_LATE_MS

export interface StoreContact {
  /** Whether the store's box is connected. */
  readonly online: boolean
  readonly heardAt: string | null
}

/** A contact at or after this moment is current. */
export function freshContactFrom(now: string): string {
  return new Date(toMs(now) - CONTACT_FRESH_MS).toISOString()
}

/** Null while the hub's knowledge of the store is current; else the last contact. */
export function unknownSince({ online, heardAt }: StoreContact, now: string): string | null {
  if (heardAt === null) return null
  return online && toMs(heardAt) >= toMs(freshContactFrom(now)) ? null : heardAt
}

interface SalesOfDay {
  readonly date: string
  /** Whether the close of that day has arrived; no sales of the day come after it. */
  readonly isClosed: boolean
  /** The store's business date at its last contact. */
  readonly contactDate: string
  /** Number of operations that the store had not sent at its last contact; null if unknown. */
  readonly unsent: number | null
}

/** Null while the hub has all sales of a store's day; else the last contact, after which there may be more. */
export function salesUnknownSince(contact: StoreContact, day: SalesOfDay, now: string): string | null {
  const isComplete = day.isClosed || (day.date < day.contactDate && day.unsent === 0)
  return isComplete ? null : unknownSince(contact, now)
}
