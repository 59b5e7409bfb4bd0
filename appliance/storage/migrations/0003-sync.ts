/** The tables of sync: position, outbox, dead letters, and answers to the hub's commands. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const sync: Migration = {
  id: 3,
  name: "sync",
  sql: `
    -- One row. previous_*: the epoch that this one goes on from.
    CREATE TABLE sync_line (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch TEXT NOT NULL,
      previous_epoch TEXT,
      previous_last INTEGER,
      previous_carried INTEGER,
      acked INTEGER NOT NULL DEFAULT 0,
      acked_at TEXT,
      applied_down INTEGER NOT NULL DEFAULT 0,
      down_mark TEXT,
      session INTEGER NOT NULL DEFAULT 0,
      fenced INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- seq is gapless; the row at the watermark is never pruned, so the newest is always there and the next number follows from it.
    CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY,
      mark TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE parked_down (
      seq INTEGER NOT NULL,
      mark TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      body TEXT NOT NULL,
      reason TEXT NOT NULL,
      parked_at TEXT NOT NULL,
      PRIMARY KEY (seq, mark)
    ) STRICT;

    CREATE TABLE command_answer (request_id TEXT PRIMARY KEY, answer TEXT NOT NULL, answered_at TEXT NOT NULL) STRICT;
  `,
}
