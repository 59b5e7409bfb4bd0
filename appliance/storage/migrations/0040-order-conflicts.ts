/** Order conflicts that a person has to resolve. The order's own record has the details. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const orderConflicts: Migration = {
  id: 40,
  name: "order conflicts",
  sql: `
    CREATE TABLE order_conflict (
      order_id TEXT NOT NULL,
      what TEXT NOT NULL,
      conflict_key TEXT NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (order_id, what, conflict_key)
    ) STRICT;
    CREATE INDEX order_conflict_by_age ON order_conflict (at, order_id, what, conflict_key);
  `,
}
