/** Charges by payment link: charges, attempts, webhooks from payment providers, and the providers of each account. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const bridge: EngineMigration = {
  id: 14,
  name: "payment-link bridge",
  sql: `
    CREATE TABLE charge_intent (
      intent_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      external_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      terminal_id TEXT,
      channel TEXT NOT NULL,
      currency TEXT NOT NULL,
      country TEXT,
      customer TEXT,
      amount_total BIGINT NOT NULL,
      status TEXT NOT NULL,
      placed TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (account_id, vendor_id, external_id)
    );
    CREATE TABLE charge_attempt (
      attempt_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      intent_id TEXT NOT NULL REFERENCES charge_intent (intent_id),
      slot BIGINT NOT NULL,
      attempt_number BIGINT NOT NULL,
      method_code TEXT NOT NULL,
      provider_code TEXT,
      country TEXT,
      status TEXT NOT NULL,
      amount BIGINT NOT NULL,
      link TEXT,
      error TEXT,
      reference TEXT,
      paid_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (intent_id, slot, attempt_number)
    );
    CREATE INDEX charge_attempt_by_reference ON charge_attempt (account_id, provider_code, reference);
    CREATE TABLE payment_notice (
      account_id TEXT NOT NULL,
      provider_code TEXT NOT NULL,
      event_id TEXT NOT NULL,
      reference TEXT NOT NULL,
      attempt_id TEXT,
      heard TEXT NOT NULL,
      received_at TEXT NOT NULL,
      applied_at TEXT,
      PRIMARY KEY (account_id, provider_code, event_id)
    );
    CREATE INDEX payment_notice_by_reference ON payment_notice (account_id, provider_code, reference);
    CREATE TABLE payment_provider (
      account_id TEXT NOT NULL,
      code TEXT NOT NULL,
      kind TEXT NOT NULL,
      url TEXT NOT NULL,
      secret_sealed TEXT NOT NULL,
      PRIMARY KEY (account_id, code)
    );
    CREATE INDEX payment_provider_by_code ON payment_provider (code, account_id);
  `,
}
