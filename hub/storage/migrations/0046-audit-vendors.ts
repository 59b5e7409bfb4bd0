/** Whose vendors a deed of the trail is about, for owners who see some. What was done before is the account's: nobody knows more of it now. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const auditVendors: EngineMigration = {
  id: 46,
  name: "audit vendors",
  sql: "ALTER TABLE person_audit ADD COLUMN vendor_ids TEXT;",
}
