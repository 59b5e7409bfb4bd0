/** When keys and clients were last used and when they expire, and who requested a publication. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const developers: EngineMigration = {
  id: 27,
  name: "developers",
  sql: `
    ALTER TABLE api_key ADD COLUMN expires_at TEXT;
    ALTER TABLE api_key ADD COLUMN last_used_at TEXT;
    ALTER TABLE client_credential ADD COLUMN created_at TEXT;
    ALTER TABLE client_credential ADD COLUMN expires_at TEXT;
    ALTER TABLE client_credential ADD COLUMN last_used_at TEXT;
    ALTER TABLE menu_sync ADD COLUMN asked_by TEXT;
    CREATE INDEX menu_sync_of_menu ON menu_sync (store_id, channel, fulfillment, created_at);
    CREATE INDEX product_stock_out ON product_stock (account_id, store_id, product_id) WHERE available = 0;
  `,
}
