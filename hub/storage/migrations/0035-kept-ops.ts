/** Operations the hub keeps so that a store's box can be restored after it lost its disk. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const keptOps: EngineMigration = {
  id: 35,
  name: "kept ops",
  sql: "ALTER TABLE up_batch ADD COLUMN kept TEXT;",
}
