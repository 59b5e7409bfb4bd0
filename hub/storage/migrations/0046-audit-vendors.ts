/** The vendors that an audit entry concerns, for users who may see only some. Older entries belong to the account as a whole. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const auditVendors: EngineMigration = {
  id: 46,
  name: "audit vendors",
  sql: "ALTER TABLE person_audit ADD COLUMN vendor_ids TEXT;",
}
