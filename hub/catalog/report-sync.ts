/** Applies the report about a publication: closes its rows, decides each menu's status, releases the vendor's lock (docs/contract/callbacks.md#menu-sync). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { reportMenuSync } from "../../protocol/http/menu.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import {
  entitiesOf,
  finaliseRow,
  RELEASED_MANUALLY,
  type SyncReport,
  syncStatusOf,
} from "../../protocol/rules/catalog/menu-sync.ts"
import type { Log } from "../../runtime/log.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { type Downlink, isEnrolled } from "../tenants/index.ts"
import { findMenu, noteSynced, setSyncStatus } from "./menus-store.ts"
import { sendMenuSyncs } from "./send-catalog.ts"
import { closeRow, extendLock, pendingRows, releaseLock, rowsOfPublication, type SyncRow } from "./sync-store.ts"

export interface SyncDeps {
  readonly store: HubStore
  readonly downlink: Downlink
  readonly log: Log
}

interface FullReport extends SyncReport {
  readonly type: string
  readonly eventId?: string | undefined
}

export const reportMenuSyncHandler =
  (deps: SyncDeps): Handler<typeof reportMenuSync> =>
  async ({ body, caller }) => {
    if (body.vendorId !== caller.vendorId) {
      return refuse("FORBIDDEN", `This credential does not belong to the vendor ${body.vendorId}.`)
    }
    try {
      const updated = await deps.store.write(caller, (tx) => workIn(tx, deps.downlink, body))
      return isRefusal(updated) ? updated : { status: 200, data: { ok: true, updated } }
    } catch (error) {
      // An unavailable database is answered as such. Any other error has changed nothing either.
      if (error instanceof StoreUnavailable) throw error
      deps.log.error({ err: error, vendorId: caller.vendorId }, "a menu sync report could not be worked in")
      return refuse("DOMAIN_ERROR", "The report could not be worked in; nothing was changed, repeat it.")
    }
  }

/** Returns how many rows it closed: all that it names, or none. */
async function workIn(
  tx: TenantWrite,
  downlink: Downlink,
  { type, eventId, ...report }: FullReport,
): Promise<number | Refusal<"DOMAIN_ERROR">> {
  const lock = await extendLock(tx)
  if (!lock) return 0
  const closing = await pendingRows(tx, { entities: entitiesOf(type), eventId })
  const final = finaliseRow(report, tx.now)
  for (const row of closing) await closeRow(tx, row.syncId, final)
  const rows = await rowsOfPublication(tx, lock.publicationId)
  const stores = new Set<string>()
  for (const one of menusOf(closing)) {
    const fault = await recompute(tx, one, rows)
    if (fault) return fault
    stores.add(one.storeId)
  }
  if (rows.every(({ status }) => status !== "pending")) await releaseLock(tx)
  for (const storeId of [...stores].sort()) {
    if (await isEnrolled(tx.system, storeId)) await sendMenuSyncs(tx, downlink, storeId)
  }
  return closing.length
}

/** Ends a publication whose reports will not arrive: its waiting rows fail, and the vendor may publish again. Returns how many rows. */
export async function releasePublication(
  tx: TenantWrite,
  downlink: Downlink,
  publicationId: string,
): Promise<number | Refusal<"DOMAIN_ERROR" | "CONFLICT">> {
  const lock = await extendLock(tx)
  if (lock?.publicationId !== publicationId) return refuse("CONFLICT", "This publication waits for nothing any more.")
  const waiting = (await rowsOfPublication(tx, publicationId)).filter(({ status }) => status === "pending")
  const final = finaliseRow({ status: "FAILED", message: RELEASED_MANUALLY }, tx.now)
  for (const row of waiting) await closeRow(tx, row.syncId, final)
  const rows = await rowsOfPublication(tx, publicationId)
  for (const one of menusOf(waiting)) {
    const fault = await recompute(tx, one, rows)
    if (fault) return fault
  }
  await releaseLock(tx)
  for (const storeId of [...new Set(waiting.map((row) => row.storeId))].sort()) {
    if (await isEnrolled(tx.system, storeId)) await sendMenuSyncs(tx, downlink, storeId)
  }
  return waiting.length
}

/** A menu that was generated again meanwhile is not delivered in its current version. */
async function recompute(
  tx: TenantWrite,
  closed: SyncRow,
  rows: readonly SyncRow[],
): Promise<Refusal<"DOMAIN_ERROR"> | null> {
  if (!(await findMenu(tx, closed)))
    return refuse("DOMAIN_ERROR", `The menu of ${closed.channel}, ${closed.fulfillment} cannot be found.`)
  const own = rows.filter((row) => keyOf(row) === keyOf(closed))
  const status = syncStatusOf(own.map((row) => row.status))
  if (status === "SYNCED") await noteSynced(tx, closed)
  await setSyncStatus(tx, closed, status)
  return null
}

function menusOf(rows: readonly SyncRow[]): SyncRow[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

function keyOf({ storeId, channel, fulfillment }: SyncRow): string {
  return `${storeId} ${channel} ${fulfillment}`
}
