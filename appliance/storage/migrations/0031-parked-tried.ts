/** When a dead letter of the hub was last retried without success. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const parkedTried: Migration = {
  id: 31,
  name: "parked tried",
  sql: "ALTER TABLE parked_down ADD COLUMN tried_at TEXT;",
}
