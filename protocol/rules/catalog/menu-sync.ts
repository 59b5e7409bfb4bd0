/** How a published menu fares downstream: which rows a report closes, and what they come to (docs/contract/menu.md#menu-sync-states). */
import type { SyncStatus } from "../../shapes/published-menu.ts"
import { isAggregator } from "../cancellation/cancellation-reasons.ts"

export type RowStatus = "pending" | "SUCCESS" | "FAILED"

const PRODUCTS = "products"
const ERROR_CHARS_MAX = 2000
/** What the hub itself writes where nobody has said why: headquarters' page tells it in its own language. */
export const FAILED_WITHOUT_REASON = "The integrator reported a failure without saying why."
export const RELEASED_MANUALLY = "Released by hand: its report did not come."

export interface SyncReport {
  readonly status: "SUCCESS" | "FAILED"
  readonly message?: string | undefined
}

/** The dimensions of a report's `type`, in any case: PRODUCTS is menu and products, any other is itself alone. */
export function entitiesOf(type: string): string[] {
  const entity = type.trim().toLowerCase()
  return entity === PRODUCTS ? ["menu", PRODUCTS] : [entity]
}

/**
 * The rows that publishing one menu opens. An aggregator's channel has a row for its assignment alone, closed by the `eventId` of its
 * event; the account's own channels have one a dimension.
 */
export function rowsToOpen(channel: string, { withStores }: { withStores: boolean }): string[] {
  const stores = withStores ? ["stores"] : []
  return isAggregator(channel) ? [PRODUCTS, ...stores] : ["menu", PRODUCTS, ...stores]
}

export interface FinalRow {
  readonly status: "SUCCESS" | "FAILED"
  readonly error: string | null
  readonly completedAt: string
}

/** A row as a report leaves it: the message is of failures alone. */
export function finaliseRow({ status, message }: SyncReport, now: string): FinalRow {
  const words = message?.trim() || FAILED_WITHOUT_REASON
  return { status, error: status === "FAILED" ? beginningOf(words) : null, completedAt: now }
}

/** Of whole characters: one of two code units is kept or left out. */
function beginningOf(words: string): string {
  return [...words.slice(0, 2 * ERROR_CHARS_MAX)].slice(0, ERROR_CHARS_MAX).join("")
}

/** A menu's status by the rows of one delivery; without any it still waits to be delivered. */
export function syncStatusOf(rows: readonly RowStatus[]): SyncStatus {
  if (rows.length === 0 || rows.includes("pending")) return "PENDING"
  return rows.includes("FAILED") ? "FAILED" : "SYNCED"
}
