/** How far a box's clock stood from the hub's when it made each op. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const clockSkews: EngineMigration = {
  id: 37,
  name: "clock skews",
  sql: "ALTER TABLE up_batch ADD COLUMN skews TEXT;",
}
