/** Applies a store's cash close, in the transaction of the batch. */
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { TenantWrite } from "../storage/index.ts"
import { hasClose, insertClose } from "./cash-store.ts"

/** Returns why the operation can never apply, or null. */
export async function applyCash(tx: TenantWrite, record: CashReconciliation): Promise<string | null> {
  if (await insertClose(tx, record)) return null
  // A box that was restored from a backup may send the same close again.
  if (await hasClose(tx, record.id)) return null
  return `SHIFT_CLOSED_ALREADY: ${record.sessionExternalId}`
}
