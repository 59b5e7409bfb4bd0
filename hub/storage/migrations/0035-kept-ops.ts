/** What the hub keeps of each batch of a store, so that a box whose disk has lost it can have it again. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const keptOps: EngineMigration = {
  id: 35,
  name: "kept ops",
  sql: "ALTER TABLE up_batch ADD COLUMN kept TEXT;",
}
