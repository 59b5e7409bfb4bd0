/** The payments of the embedded sandbox provider. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const sandboxPayments: EngineMigration = {
  id: 79,
  name: "sandbox payments",
  sql: `
    CREATE TABLE sandbox_payment (
      account_id TEXT NOT NULL,
      key TEXT NOT NULL,
      id TEXT,
      record TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (account_id, key)
    );
    CREATE UNIQUE INDEX sandbox_payment_by_id ON sandbox_payment (id);
    CREATE INDEX sandbox_payment_by_age ON sandbox_payment (account_id, created_at);
  `,
}
