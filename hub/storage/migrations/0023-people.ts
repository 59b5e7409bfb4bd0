/** The dashboard's users (table `person`): sessions, one-time links, failed sign-ins and the audit log. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const people: EngineMigration = {
  id: 23,
  name: "people",
  sql: `
    ALTER TABLE dashboard_user RENAME TO person;
    ALTER TABLE person RENAME COLUMN user_id TO person_id;
    ALTER TABLE person ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE person ADD COLUMN vendor_ids TEXT;
    ALTER TABLE person ADD COLUMN created_at TEXT;
    ALTER TABLE person ADD COLUMN last_sign_in_at TEXT;
    ALTER TABLE person ADD COLUMN disabled_at TEXT;
    UPDATE person SET role = 'operations' WHERE role = 'manager';
    UPDATE person SET role = 'read-only' WHERE role = 'viewer';
    CREATE INDEX person_by_account ON person (account_id, email);

    CREATE TABLE person_session (
      token_hash TEXT PRIMARY KEY,
      person_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      password_stamp TEXT NOT NULL,
      created_at TEXT NOT NULL,
      used_at TEXT NOT NULL
    );
    CREATE INDEX person_session_by_person ON person_session (person_id);
    CREATE INDEX person_session_by_use ON person_session (used_at);

    CREATE TABLE person_link (
      token_hash TEXT PRIMARY KEY,
      person_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      expires_at TEXT NOT NULL
    );
    CREATE INDEX person_link_by_person ON person_link (person_id);

    CREATE TABLE sign_in_tries (
      subject TEXT PRIMARY KEY,
      failed BIGINT NOT NULL,
      last_at TEXT NOT NULL,
      locked_until TEXT
    );
    CREATE INDEX sign_in_tries_by_time ON sign_in_tries (last_at);

    CREATE TABLE person_audit (
      audit_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      at TEXT NOT NULL,
      person_id TEXT,
      action TEXT NOT NULL,
      subject TEXT,
      detail TEXT NOT NULL
    );
    CREATE INDEX person_audit_by_time ON person_audit (account_id, at, audit_id);
    CREATE INDEX person_audit_by_person ON person_audit (account_id, person_id, at, audit_id);
  `,
}
