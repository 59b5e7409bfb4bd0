/** Lost sales: charged, but never recorded as an order. Unique by external id. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const lostSales: EngineMigration = {
  id: 8,
  name: "lost sales",
  sql: `
    CREATE TABLE lost_sale (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL REFERENCES store (store_id),
      external_id TEXT NOT NULL,
      recorded_at TEXT NOT NULL,
      record TEXT NOT NULL,
      UNIQUE (vendor_id, external_id)
    );
    CREATE INDEX lost_sale_list ON lost_sale (vendor_id, recorded_at, id, account_id);
  `,
}
