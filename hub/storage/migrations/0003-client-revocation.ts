/** A client credential can be taken back, and its access tokens with it. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const clientRevocation: EngineMigration = {
  id: 3,
  name: "client-revocation",
  sql: "ALTER TABLE client_credential ADD COLUMN revoked_at TEXT;",
}
