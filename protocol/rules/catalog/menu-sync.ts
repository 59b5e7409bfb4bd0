/** Sync state of a published menu: which rows a delivery opens, which ones a report closes, and their summary (docs/contract/menu.md#menu-sync-states). */
import type { SyncStatus } from "../../shapes/published-menu.ts"
import { isAggregatorChannel } from "../cancellation/cancellation-reasons.ts"

export type RowStatus = "pending" | "SUCCESS" | "FAILED"

const PRODUCTS = "products"
const ERROR_CHARS_MAX = 2000
/** Written by the hub when nobody gives a reason. The dashboard recognises the text and translates it. */
export const FAILED_WITHOUT_REASON = "The integrator reported a failure without saying why."
export const RELEASED_MANUALLY = "Released by hand: its report did not come."

export interface SyncReport {
  readonly status: "SUCCESS" | "FAILED"
  readonly message?: string | undefined
}

/** The entities of a report's `type`, ignoring case: PRODUCTS means menu and products, any other type only itself. */
export function entitiesOf(type: string): string[] {
  const entity = type.trim().toLowerCase()
  return entity === PRODUCTS ? ["menu", PRODUCTS] : [entity]
}

/** The rows that publishing one menu opens. An aggregator's channel has no `menu` row; the account's own channels have one. */
export function rowsToOpen(channel: string, { withStores }: { withStores: boolean }): string[] {
  const stores = withStores ? ["stores"] : []
  return isAggregatorChannel(channel) ? [PRODUCTS, ...stores] : ["menu", PRODUCTS, ...stores]
}

export interface FinalRow {
  readonly status: "SUCCESS" | "FAILED"
  readonly error: string | null
  readonly completedAt: string
}

/** The row after a report. Only failures keep the message. */
export function finaliseRow({ status, message }: SyncReport, now: string): FinalRow {
  const words = message?.trim() || FAILED_WITHOUT_REASON
  return { status, error: status === "FAILED" ? truncateText(words) : null, completedAt: now }
}

/** Cuts by whole characters, so that a surrogate pair is never split. */
function truncateText(words: string): string {
  return [...words.slice(0, 2 * ERROR_CHARS_MAX)].slice(0, ERROR_CHARS_MAX).join("")
}

/** A menu's status from the rows of one delivery; PENDING without rows. */
export function syncStatusOf(rows: readonly RowStatus[]): SyncStatus {
  if (rows.length === 0 || rows.includes("pending")) return "PENDING"
  return rows.includes("FAILED") ? "FAILED" : "SYNCED"
}
