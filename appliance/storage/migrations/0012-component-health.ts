/** The health of components, as last reported to the hub. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const componentHealth: Migration = {
  id: 12,
  name: "component health",
  sql: `
    DROP TABLE component;
    CREATE TABLE component (
      component_id TEXT PRIMARY KEY,
      last_beat_at TEXT NOT NULL,
      relayed_at TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX component_by_beat ON component (last_beat_at);
  `,
}
