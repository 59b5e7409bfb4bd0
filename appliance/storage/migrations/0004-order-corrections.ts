/** Corrections of orders, by the keys that identify repeated requests. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const orderCorrections: Migration = {
  id: 4,
  name: "order corrections",
  sql: `
    CREATE TABLE order_correction (
      order_id TEXT NOT NULL,
      key TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (order_id, key)
    ) STRICT;
  `,
}
