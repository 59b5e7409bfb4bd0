/** The difference between the clocks of hub and box when an op was recorded. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const clockSkew: Migration = {
  id: 27,
  name: "clock skew",
  // Milliseconds, the hub's clock minus the box's; null before the hub's first answer since the start.
  sql: "ALTER TABLE outbox ADD COLUMN skew_ms INTEGER;",
}
