/** The archive: one row for each file, and the id of each archived order. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const archive: EngineMigration = {
  id: 42,
  name: "archive",
  sql: `
    CREATE TABLE archive_part (
      vendor_id TEXT NOT NULL,
      month TEXT NOT NULL,
      part BIGINT NOT NULL,
      account_id TEXT NOT NULL,
      claim TEXT NOT NULL,
      claimed_at TEXT NOT NULL,
      file TEXT NOT NULL,
      sha256 TEXT,
      orders BIGINT NOT NULL,
      stayed BIGINT NOT NULL,
      written_at TEXT,
      dropped_at TEXT,
      PRIMARY KEY (vendor_id, month, part)
    );
    CREATE TABLE archived_order (
      order_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      month TEXT NOT NULL
    );
  `,
}
