/** Outbound events: the ids that stores created, endpoints per account, deliveries with their attempts, and replays. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const webhooks: EngineMigration = {
  id: 12,
  name: "webhooks",
  sql: `
    ALTER TABLE event ADD COLUMN made_id TEXT;
    CREATE UNIQUE INDEX event_by_made_id ON event (order_id, made_id);
    CREATE INDEX event_list ON event (account_id, vendor_id, created_at, id);
    CREATE INDEX event_by_age ON event (created_at, id);

    CREATE TABLE webhook_endpoint_next (
      endpoint_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT REFERENCES vendor (vendor_id),
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      events TEXT NOT NULL,
      secret_sealed TEXT NOT NULL,
      created_at TEXT NOT NULL,
      old_secret_sealed TEXT,
      old_secret_until TEXT,
      failing_since TEXT,
      disabled_at TEXT,
      disabled_why TEXT,
      UNIQUE (account_id, name)
    );
    INSERT INTO webhook_endpoint_next
      (endpoint_id, account_id, vendor_id, name, url, events, secret_sealed, created_at)
      SELECT endpoint_id, account_id, vendor_id, name, url, events, secret_sealed, created_at FROM webhook_endpoint;
    DROP TABLE webhook_endpoint;
    ALTER TABLE webhook_endpoint_next RENAME TO webhook_endpoint;

    CREATE TABLE delivery (
      delivery_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      event_key TEXT NOT NULL,
      endpoint_id TEXT NOT NULL,
      status TEXT NOT NULL,
      round BIGINT NOT NULL,
      attempts BIGINT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      delivered_at TEXT,
      last_status BIGINT,
      last_error TEXT,
      UNIQUE (event_key, endpoint_id)
    );
    CREATE INDEX delivery_by_age ON delivery (status, created_at);
    CREATE INDEX delivery_by_endpoint ON delivery (endpoint_id, status, created_at, delivery_id);

    CREATE TABLE delivery_attempt (
      attempt_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      delivery_id TEXT NOT NULL,
      at TEXT NOT NULL,
      duration_ms BIGINT NOT NULL,
      url TEXT NOT NULL,
      request_headers TEXT NOT NULL,
      status BIGINT,
      response_headers TEXT,
      response_body TEXT,
      error TEXT
    );
    CREATE INDEX delivery_attempt_by_delivery ON delivery_attempt (delivery_id, at);

    CREATE TABLE replay (
      replay_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      endpoint_id TEXT,
      from_at TEXT NOT NULL,
      to_at TEXT NOT NULL,
      cursor_at TEXT NOT NULL,
      cursor_id TEXT NOT NULL,
      total BIGINT NOT NULL,
      seen BIGINT NOT NULL,
      queued BIGINT NOT NULL,
      created_at TEXT NOT NULL,
      ended_at TEXT
    );
  `,
}
