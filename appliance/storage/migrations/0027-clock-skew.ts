/** How far the clock stood from the hub's when an op was made. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const clockSkew: Migration = {
  id: 27,
  name: "clock skew",
  // Milliseconds, the hub's clock less the box's; null where the hub had not answered since the start.
  sql: "ALTER TABLE outbox ADD COLUMN skew_ms INTEGER;",
}
