/** The print spool: a row is a job for one printer, until the printer confirms that it is on paper. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const spool: Migration = {
  id: 2,
  name: "spool",
  sql: `
    CREATE TABLE spool_job (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      job_id TEXT NOT NULL UNIQUE,
      printer_id TEXT NOT NULL,
      document TEXT NOT NULL,
      title TEXT NOT NULL,
      -- Document and subject as one text: the same paper again is a numbered copy. Null for a drawer.
      subject_key TEXT,
      copy_number INTEGER NOT NULL DEFAULT 0,
      copies INTEGER NOT NULL DEFAULT 1,
      copies_printed INTEGER NOT NULL DEFAULT 0,
      body TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('queued', 'sending', 'printed', 'not_printed', 'unknown', 'discarded')),
      reason TEXT,
      -- 1 once a byte of the copy in work may have left the box: after a crash such a job is unknown, any other is queued again.
      bytes_left INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- 0: only a person can bring this job back.
      retry INTEGER NOT NULL DEFAULT 1,
      -- A drawer that opens long after it was asked for is a thief's friend. Null: no limit.
      expires_at TEXT,
      resolved_by TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX spool_job_waiting ON spool_job (printer_id, seq) WHERE status IN ('queued', 'not_printed', 'sending', 'unknown');
    CREATE INDEX spool_job_by_subject ON spool_job (subject_key) WHERE subject_key IS NOT NULL;
  `,
}
