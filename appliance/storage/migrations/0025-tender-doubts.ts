/** Payments with an unknown outcome, until a person says whether the money was received. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const paymentsInDoubt: Migration = {
  id: 25,
  name: "payments in doubt",
  sql: `
    CREATE TABLE tender_doubt (
      doubt_id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL,
      terminal TEXT NOT NULL,
      payments TEXT NOT NULL,
      at TEXT NOT NULL,
      settled_at TEXT
    ) STRICT;
    CREATE INDEX tender_doubt_open ON tender_doubt (doubt_id) WHERE settled_at IS NULL;
  `,
}
