/** The tables of sync: the position of each store's log, messages to the box, batches from the box, and dead letters. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const sync: EngineMigration = {
  id: 2,
  name: "sync",
  sql: `
    -- One row per store with a box; it is locked for every step of the store's line, and that is what gives order.
    CREATE TABLE store_link (
      store_id TEXT PRIMARY KEY REFERENCES store (store_id),
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      epoch TEXT,
      applied BIGINT NOT NULL DEFAULT 0,
      mark TEXT,
      previous TEXT,
      fenced TEXT NOT NULL DEFAULT '[]',
      down_head BIGINT NOT NULL DEFAULT 0,
      down_offered BIGINT NOT NULL DEFAULT 0,
      down_acked BIGINT NOT NULL DEFAULT 0,
      session BIGINT NOT NULL DEFAULT 0,
      online SMALLINT NOT NULL DEFAULT 0,
      last_heard_at TEXT
    );

    -- The marks of the ops of each batch, so that an op which comes again under another epoch is known.
    CREATE TABLE up_batch (
      store_id TEXT NOT NULL,
      epoch TEXT NOT NULL,
      from_seq BIGINT NOT NULL,
      to_seq BIGINT NOT NULL,
      marks TEXT NOT NULL,
      heard_at TEXT NOT NULL,
      PRIMARY KEY (store_id, epoch, from_seq)
    );
    CREATE INDEX up_batch_by_age ON up_batch (heard_at);

    CREATE TABLE down_op (
      store_id TEXT NOT NULL,
      seq BIGINT NOT NULL,
      mark TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      body TEXT NOT NULL,
      offered_at TEXT,
      PRIMARY KEY (store_id, seq)
    );
    CREATE INDEX down_op_by_age ON down_op (offered_at);

    CREATE TABLE parked_op (
      store_id TEXT NOT NULL,
      epoch TEXT NOT NULL,
      seq BIGINT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      mark TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      body TEXT NOT NULL,
      reason TEXT NOT NULL,
      parked_at TEXT NOT NULL,
      settled_at TEXT,
      settled_how TEXT,
      PRIMARY KEY (store_id, epoch, seq)
    );
    CREATE INDEX parked_op_open ON parked_op (store_id, settled_at);
  `,
}
