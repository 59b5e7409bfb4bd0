/** A person's decision about a dead letter of the hub. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const parkedSettled: Migration = {
  id: 24,
  name: "parked-settled",
  sql: `
    ALTER TABLE parked_down ADD COLUMN settled_at TEXT;
    ALTER TABLE parked_down ADD COLUMN settled_as TEXT;
    ALTER TABLE parked_down ADD COLUMN settled_by TEXT;
    ALTER TABLE parked_down ADD COLUMN settled_why TEXT;
    CREATE INDEX parked_down_open ON parked_down (seq) WHERE settled_at IS NULL;
  `,
}
