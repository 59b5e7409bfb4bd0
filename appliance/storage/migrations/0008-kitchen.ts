/** Order events by the ids that kitchen displays send back, and the reports of the displays. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const kitchen: Migration = {
  id: 8,
  name: "kitchen",
  sql: `
    -- Drawn here, or at the hub for what it told before the store became the order's home; two sides may draw the same 48 bits.
    CREATE TABLE order_event (
      order_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (order_id, event_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX order_event_by_id ON order_event (event_id);

    -- repeats: the report that was here first, when the same one came in by the LAN and by the hub under two ids.
    CREATE TABLE kitchen_report (
      webhook_event_id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      event_type TEXT NOT NULL,
      repeats TEXT,
      report TEXT NOT NULL,
      verdict TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX kitchen_report_once ON kitchen_report (order_id, event_id, event_type) WHERE repeats IS NULL;
  `,
}
