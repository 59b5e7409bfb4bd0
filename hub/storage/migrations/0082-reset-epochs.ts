/** The epochs of a store that the hub has told to begin anew. A late message of one of them must not make it the store's current epoch. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const resetEpochs: EngineMigration = {
  id: 82,
  name: "reset epochs",
  sql: "ALTER TABLE store_link ADD COLUMN reset_epochs TEXT NOT NULL DEFAULT '[]';",
}
