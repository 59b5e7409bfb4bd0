/** The tables of a business day: configuration, orders, days, shifts, cash, devices, heartbeats. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const storeDay: Migration = {
  id: 1,
  name: "store-day",
  sql: `
    -- What the box knows of itself: its epoch, its claim, its credential for the hub.
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

    -- One row: what the hub sent down last.
    CREATE TABLE store_config (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL, received_at TEXT NOT NULL) STRICT;

    CREATE TABLE orders (
      id TEXT PRIMARY KEY,
      external_id TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      business_day TEXT NOT NULL,
      created_at TEXT NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX orders_by_status ON orders (status, created_at);
    CREATE INDEX orders_by_day ON orders (business_day, created_at);

    -- Finds the orders that put cash into a drawer in a window; the amounts are in the order itself.
    CREATE TABLE cash_sale (
      order_id TEXT NOT NULL REFERENCES orders (id),
      sold_at TEXT NOT NULL,
      PRIMARY KEY (order_id, sold_at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cash_sale_by_time ON cash_sale (sold_at);

    CREATE TABLE business_day (
      business_day TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX one_open_day ON business_day (status) WHERE status = 'open';

    CREATE TABLE shift (
      shift_id TEXT PRIMARY KEY,
      terminal_uid TEXT NOT NULL,
      closed_at TEXT,
      body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX one_open_shift ON shift (terminal_uid) WHERE closed_at IS NULL;

    CREATE TABLE cash_reconciliation (
      id TEXT PRIMARY KEY,
      session_external_id TEXT NOT NULL,
      currency TEXT NOT NULL,
      business_day TEXT NOT NULL,
      operator_uid TEXT NOT NULL DEFAULT '',
      shift_start TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (session_external_id, currency),
      UNIQUE (business_day, operator_uid, currency, shift_start)
    ) STRICT;

    CREATE TABLE device (
      device_id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      key_hash TEXT NOT NULL UNIQUE,
      paired_at TEXT NOT NULL,
      revoked_at TEXT
    ) STRICT;

    CREATE TABLE pairing_code (
      code_hash TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      device_id TEXT NOT NULL,
      expires_at TEXT,
      used_at TEXT
    ) STRICT;

    CREATE TABLE component (component_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  `,
}
