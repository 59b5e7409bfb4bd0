/** The key that encrypts a store's secrets on their way to its box. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const boxKey: EngineMigration = {
  id: 19,
  name: "box-key",
  sql: "CREATE TABLE box_key (store_id TEXT PRIMARY KEY REFERENCES store (store_id), sealed TEXT NOT NULL);",
}
