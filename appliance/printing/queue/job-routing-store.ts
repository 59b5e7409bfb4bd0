/** Statements on print jobs beside the way to paper: moving them to another printer, alerts, torn documents, and pruning. */
import type { Database } from "better-sqlite3"
import type { PrintJob } from "../../../protocol/shapes/print-job.ts"
import { type JobAt, OPEN, type PrintJobRow, type StoredRow, toRow } from "./print-jobs-store.ts"

const ALERTS_MAX = 100

/** Returns false where the job no longer waits at its printer. */
export function moveJob(db: Database, job: JobAt, { to, now }: { to: string; now: string }): boolean {
  const { changes } = db
    .prepare(
      `UPDATE spool_job SET printer_id = ?, moved_from = nullif(coalesce(moved_from, printer_id), ?), status = 'queued',
         reason = NULL, alerted_at = NULL, updated_at = ?
       WHERE job_id = ? AND printer_id = ? AND status IN ('queued', 'not_printed')`,
    )
    .run(to, to, now, job.jobId, job.printerId)
  return changes === 1
}

/** Returns true the first time. */
export function markAlerted(db: Database, jobId: string, now: string): boolean {
  const { changes } = db
    .prepare(
      `UPDATE spool_job SET alerted_at = ?, updated_at = ?
       WHERE job_id = ? AND alerted_at IS NULL AND status IN ('queued', 'not_printed')`,
    )
    .run(now, now, jobId)
  return changes === 1
}

/** Jobs that wait at a printer, oldest first. Drawer pulses are left out: a drawer opens only at its own printer. */
export function waitingJobs(db: Database, printerId: string): PrintJobRow[] {
  const stored = db
    .prepare(
      `SELECT * FROM spool_job WHERE printer_id = ? AND status IN ('queued', 'not_printed') AND retry = 1
       AND document <> 'drawer' ORDER BY seq`,
    )
    .all(printerId)
  return (stored as StoredRow[]).map(toRow)
}

/** Documents that need a person, oldest first: no printer can print them, or their outcome is unknown. */
export function alertedJobs(db: Database): PrintJobRow[] {
  const stored = db
    .prepare(
      `SELECT * FROM spool_job INDEXED BY spool_job_open WHERE ${OPEN} AND document <> 'drawer' AND (
         (status IN ('queued', 'not_printed') AND (alerted_at IS NOT NULL OR retry = 0))
         OR (status = 'unknown' AND reason <> 'no_status')) ORDER BY seq LIMIT ?`,
    )
    .all(ALERTS_MAX)
  return (stored as StoredRow[]).map(toRow)
}

/** Documents of which the printer may still hold a part. */
export function tornDocuments(db: Database, printerId: string): { jobId: string; body: PrintJobRow["body"] }[] {
  const stored = db.prepare("SELECT job_id, body FROM spool_job WHERE printer_id = ? AND torn = 1").all(printerId)
  return (stored as { job_id: string; body: string }[]).map((row) => ({
    jobId: row.job_id,
    body: JSON.parse(row.body) as PrintJob,
  }))
}

export function clearTorn(db: Database, printerId: string): void {
  db.prepare("UPDATE spool_job SET torn = 0 WHERE printer_id = ? AND torn = 1").run(printerId)
}

/** Deletes settled jobs and keeps the number of copies of each subject. Returns how many jobs it deleted. */
export function pruneJobs(db: Database, { before, max, now }: { before: string; max: number; now: string }): number {
  const old = `SELECT seq FROM spool_job WHERE updated_at < ? AND torn = 0
    AND (status IN ('printed', 'discarded') OR (status = 'unknown' AND reason = 'no_status')
      OR (status = 'not_printed' AND retry = 0 AND document = 'drawer')) ORDER BY updated_at LIMIT ?`
  const prune = db.transaction(() => {
    db.prepare(
      `INSERT INTO spool_paper_count (subject_key, papers, updated_at)
         SELECT subject_key, max(copy_number) + 1, ? FROM spool_job
         WHERE seq IN (${old}) AND subject_key IS NOT NULL AND status <> 'discarded' GROUP BY subject_key
       ON CONFLICT (subject_key) DO UPDATE SET papers = max(papers, excluded.papers), updated_at = excluded.updated_at`,
    ).run(now, before, max)
    return db.prepare(`DELETE FROM spool_job WHERE seq IN (${old})`).run(before, max).changes
  })
  return prune()
}

export function prunePaperCounts(db: Database, before: string): void {
  db.prepare("DELETE FROM spool_paper_count WHERE updated_at < ?").run(before)
}
