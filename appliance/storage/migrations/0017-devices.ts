/** Paired screens, their last heartbeats, and the device that each pairing code will create. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const devices: Migration = {
  id: 17,
  name: "devices",
  sql: `
    -- The kitchen station that the screen is bound to; null for every other kind.
    ALTER TABLE device ADD COLUMN station TEXT;
    UPDATE device SET station = device_id WHERE kind = 'kds_station';
    ALTER TABLE pairing_code ADD COLUMN name TEXT;
    ALTER TABLE pairing_code ADD COLUMN station TEXT;

    -- Kept about once a minute; what is newer is in memory.
    CREATE TABLE device_seen (
      device_id TEXT PRIMARY KEY REFERENCES device (device_id),
      last_seen_at TEXT NOT NULL,
      page TEXT,
      version TEXT,
      shown INTEGER,
      address TEXT
    ) STRICT;
  `,
}
