/** The first response to each request with an `Idempotency-Key`. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const idempotencyKeys: Migration = {
  id: 5,
  name: "idempotency keys",
  sql: `
    -- token names the attempt that may write the answer.
    CREATE TABLE idempotency_key (
      key_id TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      token TEXT NOT NULL UNIQUE,
      claimed_at TEXT NOT NULL,
      answer TEXT,
      PRIMARY KEY (key_id, endpoint, key)
    ) STRICT;
    CREATE INDEX idempotency_key_by_age ON idempotency_key (claimed_at);
  `,
}
