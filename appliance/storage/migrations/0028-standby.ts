/** The standby of this box. On a promoted box: the former first box, and who was informed of the promotion. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const standby: Migration = {
  id: 28,
  name: "standby",
  sql: `
    CREATE TABLE standby (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      code_hash TEXT,
      code_until TEXT,
      key_hash TEXT,
      url TEXT,
      promoted_at TEXT,
      former_url TEXT,
      former_hash TEXT,
      former_key TEXT,
      next_password TEXT,
      hub_told_at TEXT,
      former_told_at TEXT
    ) STRICT;
    INSERT INTO standby (id) VALUES (1);
  `,
}
