/** The table of the stores' audit logs. */
import type { Tenanted } from "./tenant-columns.ts"

export interface StoreAuditTable extends Tenanted {
  store_id: string
  entry_id: string
  at: string
  action: string
  /** JSON of the shape `AuditEntry`, as the box wrote it. */
  record: string
}
