/** Credentials of replaced boxes. Such a box may still learn that it was replaced, and deliver its leftover sales. */
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
