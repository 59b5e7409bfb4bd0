/** Publications that wait for their report, row by row, and the vendor's lock until then (docs/contract/menu.md#menu-sync-states). */
import type { FinalRow, RowStatus } from "../../protocol/rules/catalog/menu-sync.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import type { MenuKey } from "./menus-store.ts"

export interface Lock {
  readonly publicationId: string
  readonly takenAt: string
}

interface NewSyncRow extends MenuKey {
  readonly syncId: string
  readonly publicationId: string
  readonly entity: string
  readonly version: string
  readonly eventId: string | null
  readonly askedBy: string
}

export interface SyncRow extends MenuKey {
  readonly syncId: string
  readonly entity: string
  readonly version: string
  readonly status: RowStatus
}

/** Takes the vendor's lock in one statement. Returns null, or the publication that has it; a second statement could find it released. */
export async function takeLock(tx: TenantWrite, publicationId: string): Promise<Lock | null> {
  const row = await tx
    .insert("menu_lock", { publication_id: publicationId, taken_at: tx.now })
    .onConflict((conflict) =>
      conflict.column("vendor_id").doUpdateSet(({ ref }) => ({ taken_at: ref("menu_lock.taken_at") })),
    )
    .returning(["publication_id", "taken_at"])
    .executeTakeFirstOrThrow()
  if (row.publication_id === publicationId) return null
  return { publicationId: row.publication_id, takenAt: row.taken_at }
}

/** Locks the rows until the commit, so that the later of two reports sees what the first has closed. */
export async function extendLock(tx: TenantWrite): Promise<Lock | null> {
  const row = await tx.dialect.forUpdate(tx.select("menu_lock").selectAll()).executeTakeFirst()
  return row ? { publicationId: row.publication_id, takenAt: row.taken_at } : null
}

export async function releaseLock(tx: TenantWrite): Promise<void> {
  await tx.remove("menu_lock").execute()
}

export async function openRows(tx: TenantWrite, rows: readonly NewSyncRow[]): Promise<void> {
  for (const row of rows) {
    await tx
      .insert("menu_sync", {
        sync_id: row.syncId,
        publication_id: row.publicationId,
        entity: row.entity,
        store_id: row.storeId,
        channel: row.channel,
        fulfillment: row.fulfillment,
        version: row.version,
        event_id: row.eventId,
        status: "pending",
        error: null,
        created_at: tx.now,
        completed_at: null,
        asked_by: row.askedBy,
      })
      .execute()
  }
}

/** The vendor's waiting rows of these dimensions; with `eventId`, the one of that assignment. */
export async function pendingRows(
  scope: TenantRead,
  { entities, eventId }: { entities: readonly string[]; eventId?: string | undefined },
): Promise<SyncRow[]> {
  let query = scope.select("menu_sync").selectAll().where("status", "=", "pending").where("entity", "in", entities)
  if (eventId !== undefined) query = query.where("event_id", "=", eventId)
  return (await query.orderBy("sync_id").execute()).map(toRow)
}

export async function rowsOfPublication(scope: TenantRead, publicationId: string): Promise<SyncRow[]> {
  const query = scope.select("menu_sync").selectAll().where("publication_id", "=", publicationId)
  return (await query.orderBy("sync_id").execute()).map(toRow)
}

export async function closeRow(tx: TenantWrite, syncId: string, final: FinalRow): Promise<void> {
  await tx
    .update("menu_sync")
    .set({ status: final.status, error: final.error, completed_at: final.completedAt })
    .where("sync_id", "=", syncId)
    .execute()
}

function toRow(row: {
  sync_id: string
  entity: string
  store_id: string
  channel: string
  fulfillment: string
  version: string
  status: string
}): SyncRow {
  return {
    syncId: row.sync_id,
    entity: row.entity,
    storeId: row.store_id,
    channel: row.channel,
    fulfillment: row.fulfillment,
    version: row.version,
    status: row.status as RowStatus,
  }
}
