/** The hub's first tables: tenants and their configuration, orders with their events, days, cash, components, claims. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const tenantsAndOrders: EngineMigration = {
  id: 1,
  name: "tenants-and-orders",
  sql: `
    CREATE TABLE account (account_id TEXT PRIMARY KEY, name TEXT NOT NULL);

    CREATE TABLE vendor (
      vendor_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (account_id),
      name TEXT NOT NULL,
      country_code TEXT NOT NULL,
      legal TEXT
    );
    CREATE INDEX vendor_by_account ON vendor (account_id);

    CREATE TABLE vendor_document (
      vendor_id TEXT NOT NULL REFERENCES vendor (vendor_id),
      kind TEXT NOT NULL,
      account_id TEXT NOT NULL,
      body TEXT NOT NULL,
      sealed SMALLINT NOT NULL,
      PRIMARY KEY (vendor_id, kind)
    );

    CREATE TABLE store (
      store_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL REFERENCES vendor (vendor_id),
      code TEXT,
      record TEXT NOT NULL,
      UNIQUE (vendor_id, code)
    );

    CREATE TABLE store_config (store_id TEXT PRIMARY KEY REFERENCES store (store_id), content_hash TEXT NOT NULL);

    CREATE TABLE decline_reason (
      account_id TEXT NOT NULL REFERENCES account (account_id),
      code TEXT NOT NULL,
      group_code TEXT NOT NULL,
      label TEXT NOT NULL,
      display_order BIGINT NOT NULL,
      active SMALLINT NOT NULL,
      PRIMARY KEY (account_id, code)
    );

    CREATE TABLE api_key (
      key_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (account_id),
      vendor_id TEXT REFERENCES vendor (vendor_id),
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      prefix TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at TEXT NOT NULL,
      revoked_at TEXT,
      UNIQUE (account_id, name)
    );

    CREATE TABLE client_credential (
      client_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL REFERENCES vendor (vendor_id),
      secret_hash TEXT NOT NULL,
      username TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL
    );

    CREATE TABLE webhook_endpoint (
      endpoint_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL REFERENCES vendor (vendor_id),
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      events TEXT NOT NULL,
      secret_sealed TEXT NOT NULL,
      created_at TEXT NOT NULL,
      UNIQUE (account_id, name)
    );

    CREATE TABLE dashboard_user (
      user_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (account_id),
      email TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      role TEXT NOT NULL
    );

    CREATE TABLE orders (
      order_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL REFERENCES store (store_id),
      external_id TEXT NOT NULL,
      order_code TEXT NOT NULL,
      status TEXT NOT NULL,
      payment_status TEXT NOT NULL,
      channel TEXT NOT NULL,
      fulfilment TEXT,
      business_day TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      home TEXT NOT NULL,
      version BIGINT NOT NULL,
      record TEXT NOT NULL,
      UNIQUE (vendor_id, external_id)
    );
    CREATE INDEX orders_by_account_reference ON orders (account_id, external_id);
    CREATE INDEX orders_by_store_day ON orders (store_id, business_day, created_at);
    CREATE INDEX orders_by_day ON orders (vendor_id, business_day, created_at);
    CREATE INDEX orders_by_creation ON orders (vendor_id, created_at);
    CREATE INDEX orders_by_store_status ON orders (store_id, status);

    CREATE TABLE order_alias (
      alias_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      order_id TEXT NOT NULL
    );

    CREATE TABLE order_method (
      order_id TEXT NOT NULL,
      method TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      business_day TEXT NOT NULL,
      PRIMARY KEY (order_id, method)
    );
    CREATE INDEX order_method_by_method ON order_method (vendor_id, method, business_day, order_id);

    CREATE TABLE cash_sale (
      order_id TEXT NOT NULL,
      sold_at TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      PRIMARY KEY (order_id, sold_at)
    );
    CREATE INDEX cash_sale_by_time ON cash_sale (store_id, sold_at, order_id);

    CREATE TABLE business_day (
      store_id TEXT NOT NULL REFERENCES store (store_id),
      business_day TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      status TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (store_id, business_day)
    );

    CREATE TABLE cash_reconciliation (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL REFERENCES store (store_id),
      business_day TEXT NOT NULL,
      currency TEXT NOT NULL,
      operator_uid TEXT NOT NULL,
      session_external_id TEXT,
      shift_start TEXT,
      record TEXT NOT NULL,
      UNIQUE (store_id, session_external_id, currency),
      UNIQUE (store_id, business_day, operator_uid, currency, shift_start)
    );

    CREATE TABLE component (
      account_id TEXT NOT NULL,
      component_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      component_type TEXT NOT NULL,
      last_beat_at TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (account_id, component_id)
    );
    CREATE INDEX component_by_store ON component (store_id);

    CREATE TABLE event (
      id TEXT PRIMARY KEY,
      event_id TEXT NOT NULL UNIQUE,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      type TEXT NOT NULL,
      version BIGINT NOT NULL,
      order_id TEXT,
      sequence BIGINT NOT NULL,
      created_at TEXT NOT NULL,
      body BYTEA NOT NULL
    );
    CREATE INDEX event_by_order ON event (order_id, sequence);

    CREATE TABLE box (
      store_id TEXT PRIMARY KEY REFERENCES store (store_id),
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      credential_hash TEXT,
      claimed_at TEXT NOT NULL
    );

    CREATE TABLE claim (
      claim_id TEXT PRIMARY KEY,
      code_hash TEXT NOT NULL UNIQUE,
      poll_hash TEXT NOT NULL,
      epoch TEXT NOT NULL,
      app_version TEXT NOT NULL,
      address TEXT NOT NULL,
      status TEXT NOT NULL,
      store_id TEXT REFERENCES store (store_id),
      credential_hash TEXT,
      expires_at TEXT NOT NULL
    );
    CREATE INDEX claim_by_expiry ON claim (expires_at);
    CREATE INDEX claim_by_store ON claim (store_id);
  `,
}
