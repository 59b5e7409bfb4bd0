/** Credentials of boxes that were replaced: such a box may still hear that it was, and hand over what it had sold. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const formerBoxes: EngineMigration = {
  id: 20,
  name: "former-boxes",
  sql: `
    CREATE TABLE former_box (
      store_id TEXT NOT NULL REFERENCES store (store_id),
      credential_hash TEXT NOT NULL,
      replaced_at TEXT NOT NULL,
      PRIMARY KEY (store_id, credential_hash)
    );
  `,
}
