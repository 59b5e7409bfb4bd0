/** Running totals of drawers and days, cash closes of version 1 (without a session), and reasons for opening drawers. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const cash: Migration = {
  id: 10,
  name: "cash",
  sql: `
    DROP TABLE cash_sale;

    -- Every payment that was taken or given back: a cash close adds up those of its window.
    CREATE TABLE money_move (
      order_id TEXT NOT NULL REFERENCES orders (id),
      position INTEGER NOT NULL,
      moved_at TEXT NOT NULL,
      operator_uid TEXT NOT NULL,
      method TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (order_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX money_move_by_time ON money_move (moved_at, operator_uid, method, currency, amount);

    -- The figures of a day, changed in the transaction of each sale.
    CREATE TABLE day_row (
      business_day TEXT NOT NULL,
      currency TEXT NOT NULL,
      kind TEXT NOT NULL,
      code TEXT NOT NULL,
      rate TEXT NOT NULL,
      transactions INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (business_day, currency, kind, code, rate)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX orders_by_day_status ON orders (business_day, status);

    CREATE TABLE cash_close (
      id TEXT PRIMARY KEY,
      session_external_id TEXT,
      currency TEXT NOT NULL,
      business_day TEXT NOT NULL,
      operator_uid TEXT NOT NULL DEFAULT '',
      shift_start TEXT,
      body TEXT NOT NULL,
      UNIQUE (session_external_id, currency),
      UNIQUE (business_day, operator_uid, currency, shift_start)
    ) STRICT;
    INSERT INTO cash_close SELECT id, session_external_id, currency, business_day, operator_uid, shift_start, body FROM cash_reconciliation;
    DROP TABLE cash_reconciliation;
    ALTER TABLE cash_close RENAME TO cash_reconciliation;

    CREATE TABLE drawer_opening (
      opening_id TEXT PRIMARY KEY,
      opened_at TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX drawer_opening_by_time ON drawer_opening (opened_at);
  `,
}
