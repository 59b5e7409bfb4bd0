/** A client's credential can be revoked, and its access tokens with it. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const clientRevocation: EngineMigration = {
  id: 3,
  name: "client-revocation",
  sql: "ALTER TABLE client_credential ADD COLUMN revoked_at TEXT;",
}
