/** Payment-link charges as the hub last sent them, by the order's external id. `unfit` says why charge and order differ. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const charges: Migration = {
  id: 16,
  name: "charges by payment link",
  sql: `
    CREATE TABLE charge (external_id TEXT PRIMARY KEY, asked_at TEXT, heard TEXT, unfit TEXT) STRICT;
    CREATE INDEX charge_unfit ON charge (external_id) WHERE unfit IS NOT NULL;
  `,
}
