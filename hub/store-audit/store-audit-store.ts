/** The stores' audit logs: each entry once, never changed. */

import { sql } from "kysely"
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"

export async function insertAudit(tx: TenantWrite, storeId: string, entry: AuditEntry): Promise<void> {
  const { id, at, action } = entry
  const row = { store_id: storeId, entry_id: id, at, action, record: JSON.stringify(entry) }
  await tx
    .insert("store_audit", row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Newest first; `before` is the place of the last entry on the page before. */
export async function readStoreAudit(
  scope: TenantRead,
  storeId: string,
  { before, count }: { before: { at: string; id: string } | null; count: number },
): Promise<AuditEntry[]> {
  const all = scope.select("store_audit").select("record").where("store_id", "=", storeId)
  const rest = before
    ? all.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "entry_id"), "<", tuple(before.at, before.id)))
    : all
  const rows = await rest.orderBy("at", "desc").orderBy("entry_id", "desc").limit(count).execute()
  return rows.map(({ record }) => JSON.parse(record))
}

/** Deletes a few entries of all stores from before a moment, store by store, and returns how many. */
export async function pruneStoreAudit({ db }: SystemWrite, before: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM store_audit WHERE (store_id, entry_id) IN (
    SELECT a.store_id, a.entry_id FROM store s CROSS JOIN store_audit a
    WHERE a.store_id = s.store_id AND a.at < ${before} LIMIT ${limit})`.execute(db)
  return Number(numAffectedRows)
}
