/** Component health: the state of each component, its outages, and the lease of the one hub process that watches. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

/** Earlier heartbeats are not copied: a live component sends a new one within its interval. */
export const componentHealth: EngineMigration = {
  id: 16,
  name: "component health",
  sql: `
    DROP TABLE component;

    CREATE TABLE component (
      account_id TEXT NOT NULL,
      component_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      component_type TEXT NOT NULL,
      via TEXT NOT NULL,
      state TEXT NOT NULL,
      status TEXT NOT NULL,
      trial_hour TEXT,
      first_beat_at TEXT NOT NULL,
      last_beat_at TEXT NOT NULL,
      sent_at TEXT,
      told_seconds BIGINT NOT NULL,
      patience_seconds BIGINT NOT NULL,
      resumed_at TEXT,
      look_at TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (account_id, component_id)
    );
    CREATE INDEX component_by_store ON component (store_id, component_id);
    CREATE INDEX component_by_look ON component (look_at);
    CREATE INDEX component_by_state ON component (state);

    CREATE TABLE component_outage (
      outage_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      component_id TEXT NOT NULL,
      component_type TEXT NOT NULL,
      started_at TEXT NOT NULL,
      declared_at TEXT NOT NULL,
      ended_at TEXT,
      end_reason TEXT,
      behind BIGINT NOT NULL
    );
    CREATE INDEX component_outage_of ON component_outage (account_id, component_id, started_at);
    CREATE INDEX component_outage_by_time ON component_outage (account_id, vendor_id, started_at, outage_id);
    CREATE UNIQUE INDEX component_outage_open ON component_outage (account_id, component_id) WHERE ended_at IS NULL;

    CREATE TABLE health_watch (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      fence BIGINT NOT NULL,
      lease_until TEXT NOT NULL,
      alive_at TEXT NOT NULL,
      listening_since TEXT
    );
  `,
}
