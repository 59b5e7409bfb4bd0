/** More of the spool: backup printers, torn papers, alerts, and how printers are recognised. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const spoolChain: Migration = {
  id: 11,
  name: "spool-chain",
  sql: `
    -- Where a job was to be printed, once another printer has taken it over.
    ALTER TABLE spool_job ADD COLUMN moved_from TEXT;
    -- Since when nobody can print it and people are told; null while there is hope.
    ALTER TABLE spool_job ADD COLUMN alerted_at TEXT;
    -- 1 while its printer may still hold a part of it: the next paper must not be read as the rest of this one.
    ALTER TABLE spool_job ADD COLUMN torn INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX spool_job_torn ON spool_job (printer_id) WHERE torn = 1;
    CREATE INDEX spool_job_settled ON spool_job (updated_at) WHERE status IN ('printed', 'discarded', 'unknown', 'not_printed');
    -- How many papers of a subject there were, when their jobs are gone from the spool: a copy stays a copy.
    CREATE TABLE spool_paper_count (
      subject_key TEXT PRIMARY KEY,
      papers INTEGER NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    -- By what a printer is known again when its address has changed: serial number, by-id name, network card.
    CREATE TABLE printer_identity (
      printer_id TEXT PRIMARY KEY,
      identity TEXT NOT NULL,
      seen_at TEXT NOT NULL
    ) STRICT;
  `,
}
