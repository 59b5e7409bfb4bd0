/** When an op of the hub that could not be taken in was last tried again in vain. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const parkedTried: Migration = {
  id: 31,
  name: "parked tried",
  sql: "ALTER TABLE parked_down ADD COLUMN tried_at TEXT;",
}
