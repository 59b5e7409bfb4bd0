/** The difference between the box's clock and the hub's when the box created each operation. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const clockSkews: EngineMigration = {
  id: 37,
  name: "clock skews",
  sql: "ALTER TABLE up_batch ADD COLUMN skews TEXT;",
}
