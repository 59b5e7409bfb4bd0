/** Staff, their sign-ins, wrong PINs, and the audit log. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const staff: Migration = {
  id: 18,
  name: "staff",
  sql: `
    CREATE TABLE staff (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'manager')),
      -- One way, and under the box's own key. Null once the person has left.
      pin_hash TEXT UNIQUE,
      active INTEGER NOT NULL DEFAULT 1,
      created_at TEXT NOT NULL,
      last_sign_in_at TEXT
    ) STRICT;

    CREATE TABLE staff_token (
      token_hash TEXT PRIMARY KEY,
      staff_id TEXT NOT NULL REFERENCES staff (id),
      -- A token is good at the screen where its person signed in, and nowhere else.
      device_id TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      idle_minutes INTEGER,
      used_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX staff_token_by_person ON staff_token (staff_id);
    CREATE INDEX staff_token_by_expiry ON staff_token (expires_at);

    -- Wrong PINs in a row: of one screen, and of the whole store under the name '*'.
    CREATE TABLE pin_tries (
      place TEXT PRIMARY KEY,
      wrong INTEGER NOT NULL,
      last_at TEXT NOT NULL,
      locked_until TEXT
    ) STRICT;

    -- Append only: nothing in the program changes or removes a row, and the database refuses it.
    CREATE TABLE audit (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      at TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append only'); END;
    CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append only'); END;
  `,
}
