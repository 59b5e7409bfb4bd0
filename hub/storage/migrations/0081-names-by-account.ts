/** E-mail addresses, client ids and user names are unique within their account, so that a refusal reveals nothing about other accounts. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

const PERSON = `person_id, account_id, email, password_hash, role, name, vendor_ids, created_at, last_sign_in_at, disabled_at`
const CLIENT = `client_id, account_id, vendor_id, secret_hash, username, password_hash, revoked_at, created_at, expires_at,
      last_used_at`

export const namesByAccount: EngineMigration = {
  id: 81,
  name: "names by account",
  sql: `
    CREATE TABLE person_next (
      person_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (account_id),
      email TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      role TEXT NOT NULL,
      name TEXT NOT NULL DEFAULT '',
      vendor_ids TEXT,
      created_at TEXT,
      last_sign_in_at TEXT,
      disabled_at TEXT,
      UNIQUE (account_id, email)
    );
    INSERT INTO person_next (${PERSON}) SELECT ${PERSON} FROM person;
    DROP TABLE person;
    ALTER TABLE person_next RENAME TO person;
    CREATE INDEX person_by_email ON person (email);

    CREATE TABLE client_credential_next (
      client_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL REFERENCES vendor (vendor_id),
      secret_hash TEXT NOT NULL,
      username TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      revoked_at TEXT,
      created_at TEXT,
      expires_at TEXT,
      last_used_at TEXT,
      PRIMARY KEY (account_id, client_id),
      UNIQUE (account_id, username)
    );
    INSERT INTO client_credential_next (${CLIENT}) SELECT ${CLIENT} FROM client_credential;
    DROP TABLE client_credential;
    ALTER TABLE client_credential_next RENAME TO client_credential;
    CREATE INDEX client_credential_by_username ON client_credential (username);
  `,
}
