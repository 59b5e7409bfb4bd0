/** The catalogue item by item, the menus generated from it, the state of their delivery, and items out of stock in stores. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const catalog: EngineMigration = {
  id: 17,
  name: "catalog",
  sql: `
    CREATE TABLE catalog (
      account_id TEXT NOT NULL,
      vendor_id TEXT PRIMARY KEY,
      revision BIGINT NOT NULL
    );

    CREATE TABLE catalog_item (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      item_id TEXT NOT NULL,
      body TEXT NOT NULL,
      removed BIGINT NOT NULL,
      since TEXT NOT NULL,
      revision BIGINT NOT NULL,
      PRIMARY KEY (vendor_id, kind, item_id)
    );
    CREATE INDEX catalog_item_by_revision ON catalog_item (vendor_id, revision);

    CREATE TABLE catalog_sent (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT PRIMARY KEY,
      revision BIGINT NOT NULL
    );

    CREATE TABLE menu_content (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      hash TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (vendor_id, hash)
    );

    CREATE TABLE menu (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      channel TEXT NOT NULL,
      fulfillment TEXT NOT NULL,
      list TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      version TEXT NOT NULL,
      sellable BIGINT NOT NULL,
      removed BIGINT NOT NULL,
      generated_at TEXT NOT NULL,
      status TEXT NOT NULL,
      synced_at TEXT,
      PRIMARY KEY (store_id, channel, fulfillment)
    );
    CREATE INDEX menu_of_vendor ON menu (vendor_id);

    CREATE TABLE menu_sync (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      sync_id TEXT PRIMARY KEY,
      publication_id TEXT NOT NULL,
      entity TEXT NOT NULL,
      store_id TEXT NOT NULL,
      channel TEXT NOT NULL,
      fulfillment TEXT NOT NULL,
      version TEXT NOT NULL,
      event_id TEXT,
      status TEXT NOT NULL,
      error TEXT,
      created_at TEXT NOT NULL,
      completed_at TEXT
    );
    CREATE INDEX menu_sync_of_publication ON menu_sync (publication_id);
    CREATE INDEX menu_sync_pending ON menu_sync (vendor_id) WHERE status = 'pending';

    CREATE TABLE menu_lock (
      account_id TEXT NOT NULL,
      vendor_id TEXT PRIMARY KEY,
      publication_id TEXT NOT NULL,
      taken_at TEXT NOT NULL
    );

    CREATE TABLE product_stock (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      product_id TEXT NOT NULL,
      available BIGINT NOT NULL,
      until_at TEXT,
      revision BIGINT NOT NULL,
      side TEXT NOT NULL,
      changed_at TEXT NOT NULL,
      PRIMARY KEY (store_id, product_id)
    );
  `,
}
