/** The hub's own totals of a closed day, to compare with the certificate of the store's box. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const dayCheck: EngineMigration = {
  id: 43,
  name: "day check",
  sql: `
    CREATE TABLE day_check (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      business_day TEXT NOT NULL,
      checked_at TEXT NOT NULL,
      agrees BIGINT NOT NULL,
      found TEXT NOT NULL,
      PRIMARY KEY (store_id, business_day)
    );
    CREATE INDEX day_check_differs ON day_check (account_id, checked_at) WHERE agrees = 0;
  `,
}
