/** Numbering requests of the store, copies of the hub's, and the sequences of the store's points of issue. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const fiscal: Migration = {
  id: 9,
  name: "fiscal",
  sql: `
    CREATE TABLE fiscal_sequence (sequence_key TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
    CREATE TABLE fiscal_request (
      id TEXT PRIMARY KEY,
      external_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      side TEXT NOT NULL,
      sequence_key TEXT,
      sequence INTEGER,
      record TEXT NOT NULL,
      UNIQUE (external_id, operation, side),
      UNIQUE (sequence_key, sequence)
    ) STRICT;
  `,
}
