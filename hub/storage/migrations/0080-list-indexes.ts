/** Indexes for lists that scanned a large table: events by type, and the audit log by action. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const listIndexes: EngineMigration = {
  id: 80,
  name: "list indexes",
  sql: `
    CREATE INDEX event_list_by_type ON event (account_id, vendor_id, type, created_at, id);
    CREATE INDEX person_audit_by_action ON person_audit (account_id, action, at, audit_id);
  `,
}
