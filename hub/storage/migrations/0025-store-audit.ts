/** The audit logs of stores: what was done at a box and by whom, as the box reported it. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const storeAudit: EngineMigration = {
  id: 25,
  name: "store-audit",
  sql: `
    CREATE TABLE store_audit (
      store_id TEXT NOT NULL,
      entry_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      at TEXT NOT NULL,
      action TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (store_id, entry_id)
    );
    CREATE INDEX store_audit_by_time ON store_audit (store_id, at, entry_id);
  `,
}
