/** Refunds in progress: not yet confirmed by the provider, or not yet sent to the store. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const refunds: EngineMigration = {
  id: 7,
  name: "refunds under way",
  sql: `
    CREATE TABLE refund (
      refund_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      external_id TEXT NOT NULL,
      state TEXT NOT NULL,
      record TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      lease_until TEXT NOT NULL,
      created_at TEXT NOT NULL,
      UNIQUE (account_id, vendor_id, external_id)
    );
    CREATE INDEX refund_due ON refund (lease_until);
  `,
}
