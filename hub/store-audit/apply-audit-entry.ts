/** Takes in an entry of a store's trail. */
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { TenantWrite } from "../storage/index.ts"
import { insertAudit } from "./store-audit-store.ts"

/** Never refuses: an entry says what was done already. */
export async function applyAudit(tx: TenantWrite, storeId: string, entry: AuditEntry): Promise<null> {
  await insertAudit(tx, storeId, entry)
  return null
}
