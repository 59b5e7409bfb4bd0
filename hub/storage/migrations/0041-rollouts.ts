/** Rollouts: the version of each box, and where the back office has halted them. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const rollouts: EngineMigration = {
  id: 41,
  name: "rollouts",
  sql: `
    CREATE TABLE box_version (
      store_id TEXT PRIMARY KEY REFERENCES store (store_id),
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      version TEXT NOT NULL,
      platform TEXT NOT NULL,
      heard_at TEXT NOT NULL
    );
    CREATE INDEX box_version_of_vendor ON box_version (account_id, vendor_id);
    CREATE TABLE update_halt (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      ring TEXT NOT NULL,
      halted_at TEXT NOT NULL,
      PRIMARY KEY (account_id, vendor_id, ring)
    );
  `,
}
