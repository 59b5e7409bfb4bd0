/** Corrections of orders, by the keys that make a repeated correction recognisable. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const orderCorrections: EngineMigration = {
  id: 4,
  name: "order corrections",
  sql: `
    CREATE TABLE order_correction (
      order_id TEXT NOT NULL,
      key TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (order_id, key)
    );
  `,
}
