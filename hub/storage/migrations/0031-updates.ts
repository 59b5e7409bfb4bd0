/** Versions that boxes are offered, signed by their vendor, and each store's rollout ring. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const updates: EngineMigration = {
  id: 31,
  name: "updates",
  sql: `
    CREATE TABLE release_offer (
      version TEXT NOT NULL,
      platform TEXT NOT NULL,
      manifest TEXT NOT NULL,
      key_id TEXT NOT NULL,
      signature TEXT NOT NULL,
      url TEXT NOT NULL,
      published_at TEXT NOT NULL,
      PRIMARY KEY (version, platform)
    );
    CREATE TABLE update_ring (store_id TEXT PRIMARY KEY REFERENCES store (store_id), ring TEXT NOT NULL);
  `,
}
