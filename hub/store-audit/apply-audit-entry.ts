/** Applies an entry of a store's audit log. */
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { TenantWrite } from "../storage/index.ts"
import { insertAudit } from "./store-audit-store.ts"

/** Never refuses, because an entry reports what was done already. */
export async function applyAudit(tx: TenantWrite, storeId: string, entry: AuditEntry): Promise<null> {
  await insertAudit(tx, storeId, entry)
  return null
}
