/** The vendor's catalogue, its incoming changes, menu deliveries, and products that are out of stock here. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const catalog: Migration = {
  id: 13,
  name: "catalog",
  sql: `
    CREATE TABLE catalog (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Counts what was taken in here: what is made of the catalogue is made anew when it has grown.
      generation INTEGER NOT NULL,
      -- The change of the catalogue at the hub.
      revision INTEGER NOT NULL,
      changed_at TEXT NOT NULL,
      syncs TEXT NOT NULL
    ) STRICT;

    CREATE TABLE catalog_item (
      kind TEXT NOT NULL,
      item_id TEXT NOT NULL,
      since TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (kind, item_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE catalog_incoming (
      position INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      item_id TEXT NOT NULL,
      since TEXT NOT NULL,
      body TEXT
    ) STRICT;

    CREATE TABLE product_stock (
      product_id TEXT PRIMARY KEY,
      available INTEGER NOT NULL,
      until_at TEXT,
      revision INTEGER NOT NULL,
      side TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX product_stock_until ON product_stock (until_at) WHERE until_at IS NOT NULL;
  `,
}
