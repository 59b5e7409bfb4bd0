/** Open conflicts of orders, as their stores last reported them, and whether the back office has answered. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const orderConflicts: EngineMigration = {
  id: 50,
  name: "order conflicts",
  sql: `
    CREATE TABLE order_conflict (
      order_id TEXT NOT NULL,
      what TEXT NOT NULL,
      conflict_key TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      order_code TEXT NOT NULL,
      at TEXT NOT NULL,
      record TEXT NOT NULL,
      asked_at TEXT,
      PRIMARY KEY (order_id, what, conflict_key)
    );
    CREATE INDEX order_conflict_waiting ON order_conflict (account_id, at, order_id);
  `,
}
