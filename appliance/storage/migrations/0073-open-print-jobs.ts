/** An index for print jobs that wait or need a person: their list scanned every job ever printed. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const openPrintJobs: Migration = {
  id: 73,
  name: "open print jobs",
  sql: `
    CREATE INDEX spool_job_open ON spool_job (seq)
      WHERE status IN ('queued', 'not_printed', 'sending', 'unknown') AND NOT (status = 'unknown' AND reason = 'no_status');
  `,
}
