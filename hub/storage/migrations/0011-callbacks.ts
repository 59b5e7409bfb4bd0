/** Incoming reports, and the part of an order that only the hub writes: the aggregator's status. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const callbacks: EngineMigration = {
  id: 11,
  name: "callbacks",
  sql: `
    CREATE TABLE callback (
      webhook_event_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      step TEXT NOT NULL,
      event_id TEXT NOT NULL,
      received_at TEXT NOT NULL,
      outcome TEXT,
      UNIQUE (order_id, kind, key)
    );
    ALTER TABLE orders ADD COLUMN aggregator TEXT;
  `,
}
