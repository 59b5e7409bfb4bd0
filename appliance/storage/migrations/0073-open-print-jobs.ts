/** Print jobs that wait or ask for a person, in an index of their own: their list read every job that was ever printed. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const openPrintJobs: Migration = {
  id: 73,
  name: "open print jobs",
  sql: `
    CREATE INDEX spool_job_open ON spool_job (seq)
      WHERE status IN ('queued', 'not_printed', 'sending', 'unknown') AND NOT (status = 'unknown' AND reason = 'no_status');
  `,
}
