/** The print queue (`spool_job`). Each step of a job is one statement, so that the row says what to do after a power cut. */
import type { Database } from "better-sqlite3"
import type { DrawerJob, PrintJob } from "../../../protocol/shapes/print-job.ts"
import type { PrintJobStatus, QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"

const LIST_MAX = 50
const WAITING = "('queued', 'not_printed')"
/** Every job of a printer without status ends unknown for this reason. Nobody is asked about it. */
export const NO_STATUS = "no_status"
/** Written exactly as in the index `spool_job_open`, so that SQLite uses it. */
export const OPEN = `status IN ('queued', 'not_printed', 'sending', 'unknown') AND NOT (status = 'unknown' AND reason = '${NO_STATUS}')`

/** A job without its body, for lists. */
interface ListedRow {
  readonly seq: number
  readonly jobId: string
  readonly printerId: string
  readonly document: string
  readonly title: string
  readonly subjectKey: string | null
  readonly copyNumber: number
  readonly copies: number
  readonly copiesPrinted: number
  readonly status: PrintJobStatus
  readonly reason: string | null
  readonly bytesLeft: boolean
  readonly attempts: number
  readonly retry: boolean
  readonly torn: boolean
  readonly movedFrom: string | null
  readonly alertedAt: string | null
  readonly expiresAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface PrintJobRow extends ListedRow {
  readonly body: PrintJob | DrawerJob
}

export type JobAt = Pick<PrintJobRow, "jobId" | "printerId">

export type NewRow = Pick<
  PrintJobRow,
  "jobId" | "printerId" | "document" | "title" | "subjectKey" | "copyNumber" | "copies" | "body" | "expiresAt"
>

interface StoredListed {
  readonly seq: number
  readonly job_id: string
  readonly printer_id: string
  readonly document: string
  readonly title: string
  readonly subject_key: string | null
  readonly copy_number: number
  readonly copies: number
  readonly copies_printed: number
  readonly status: PrintJobStatus
  readonly reason: string | null
  readonly bytes_left: number
  readonly attempts: number
  readonly retry: number
  readonly torn: number
  readonly moved_from: string | null
  readonly alerted_at: string | null
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface StoredRow extends StoredListed {
  readonly body: string
}

/** Without the body: screens read the list at each step of each job, and a body is long. */
const LISTED = `seq, job_id, printer_id, document, title, subject_key, copy_number, copies, copies_printed, status, reason, bytes_left,
  attempts, retry, torn, moved_from, alerted_at, expires_at, created_at, updated_at`

/** Does nothing where the job id exists. */
export function insertJob(db: Database, row: NewRow, now: string): void {
  db.prepare(
    `INSERT INTO spool_job (job_id, printer_id, document, title, subject_key, copy_number, copies, body, expires_at,
       status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?) ON CONFLICT (job_id) DO NOTHING`,
  ).run(
    row.jobId,
    row.printerId,
    row.document,
    row.title,
    row.subjectKey,
    row.copyNumber,
    row.copies,
    JSON.stringify(row.body),
    row.expiresAt,
    now,
    now,
  )
}

export function findJob(db: Database, jobId: string): PrintJobRow | null {
  const stored = db.prepare("SELECT * FROM spool_job WHERE job_id = ?").get(jobId)
  return stored === undefined ? null : toRow(stored as StoredRow)
}

/** The next job to send: drawer pulses first, because a person waits for one, then the oldest. */
export function nextJob(db: Database, printerId: string): PrintJobRow | null {
  const stored = db
    .prepare(
      `SELECT * FROM spool_job WHERE printer_id = ? AND status IN ${WAITING} AND retry = 1
       ORDER BY document <> 'drawer', seq LIMIT 1`,
    )
    .get(printerId)
  return stored === undefined ? null : toRow(stored as StoredRow)
}

/** How many documents of a subject were printed, which is the copy number of the next one. */
export function countPrintedCopies(db: Database, subjectKey: string): number {
  const stored = db
    .prepare(
      `SELECT max(papers) AS next FROM (
         SELECT max(copy_number) + 1 AS papers FROM spool_job WHERE subject_key = ? AND status <> 'discarded'
         UNION ALL SELECT papers FROM spool_paper_count WHERE subject_key = ?)`,
    )
    .get(subjectKey, subjectKey) as { next: number | null }
  return stored.next ?? 0
}

/** Returns false where somebody has discarded or moved the job. `bytesLeft`: the next byte to leave is its own, see `markBytesLeft`. */
export function markSending(
  db: Database,
  job: JobAt,
  { now, bytesLeft }: { now: string; bytesLeft: boolean },
): boolean {
  const { changes } = db
    .prepare(
      `UPDATE spool_job SET status = 'sending', reason = NULL, alerted_at = NULL, bytes_left = ?,
         attempts = attempts + 1, updated_at = ? WHERE job_id = ? AND printer_id = ? AND status IN ${WAITING}`,
    )
    .run(bytesLeft ? 1 : 0, now, job.jobId, job.printerId)
  return changes === 1
}

/** Called before the first byte of a copy leaves. After a crash from here on, the outcome of the job is unknown. */
export function markBytesLeft(db: Database, jobId: string, now: string): void {
  db.prepare("UPDATE spool_job SET bytes_left = 1, updated_at = ? WHERE job_id = ?").run(now, jobId)
}

export function markCopyPrinted(db: Database, jobId: string, now: string): void {
  db.prepare(
    "UPDATE spool_job SET copies_printed = copies_printed + 1, bytes_left = 0, updated_at = ? WHERE job_id = ?",
  ).run(now, jobId)
}

/** Nothing has left, so the job waits for its printer. Does nothing where a person has resolved it. */
export function markWaiting(db: Database, job: JobAt, { reason, now }: { reason: string; now: string }): void {
  db.prepare(
    `UPDATE spool_job SET status = 'not_printed', reason = ?, bytes_left = 0, updated_at = ?
     WHERE job_id = ? AND printer_id = ? AND status IN ('queued', 'not_printed', 'sending')`,
  ).run(reason, now, job.jobId, job.printerId)
}

export interface JobResult {
  readonly status: "printed" | "not_printed" | "unknown" | "discarded"
  readonly reason: string | null
  /** False: only a person can print it again. */
  readonly retry?: boolean
  readonly resolvedBy?: string
  /** The printer may still hold a part of the job. */
  readonly torn?: boolean
}

export function markEnded(db: Database, jobId: string, result: JobResult & { now: string }): void {
  db.prepare(
    `UPDATE spool_job SET status = ?, reason = ?, retry = ?, resolved_by = ?, torn = ?, bytes_left = 0, alerted_at = NULL,
       updated_at = ? WHERE job_id = ?`,
  ).run(
    result.status,
    result.reason,
    result.retry === false ? 0 : 1,
    result.resolvedBy ?? null,
    result.torn === true ? 1 : 0,
    result.now,
    jobId,
  )
}

/** After a crash, a job of which no byte had left is sent again. Any other is unknown. */
export function recoverJobs(db: Database, now: string): void {
  db.prepare(
    `UPDATE spool_job SET updated_at = ?, reason = CASE bytes_left WHEN 1 THEN 'stopped' ELSE NULL END, torn = bytes_left,
       status = CASE bytes_left WHEN 1 THEN 'unknown' ELSE 'queued' END, bytes_left = 0 WHERE status = 'sending'`,
  ).run(now)
}

/** Jobs that wait for a printer or a person, then the latest settled ones. */
export function listJobs(db: Database): QueuedPrintJob[] {
  const open = db
    .prepare(`SELECT ${LISTED} FROM spool_job INDEXED BY spool_job_open WHERE ${OPEN} ORDER BY seq DESC LIMIT ?`)
    .all(LIST_MAX)
  const settled = db
    .prepare(`SELECT ${LISTED} FROM spool_job WHERE status IN ('printed', 'discarded', 'unknown') AND NOT (${OPEN})
      ORDER BY seq DESC LIMIT ?`)
    .all(LIST_MAX - open.length)
  return ([...open, ...settled] as StoredListed[]).map((row) => toQueuedPrintJob(toListed(row)))
}

export function countWaiting(db: Database, printerId: string): { queued: number; unknownJobs: number } {
  const stored = db
    .prepare(
      `SELECT coalesce(sum(status IN ('queued', 'sending') OR (status = 'not_printed' AND retry = 1)), 0) AS queued,
         coalesce(sum(status = 'unknown'), 0) AS unknownJobs FROM spool_job WHERE printer_id = ? AND ${OPEN}`,
    )
    .get(printerId)
  return stored as { queued: number; unknownJobs: number }
}

export function toQueuedPrintJob(row: ListedRow): QueuedPrintJob {
  const { jobId, printerId, document, title, status, copyNumber, attempts, reason, createdAt, updatedAt } = row
  const { movedFrom, alertedAt } = row
  return {
    jobId,
    printerId,
    movedFrom,
    document,
    title,
    status,
    copyNumber,
    attempts,
    reason,
    asks: needsPerson(row),
    alertedAt,
    createdAt,
    updatedAt,
  }
}

/** Whether only a person can continue the job. */
function needsPerson({ status, reason, retry }: ListedRow): boolean {
  return status === "unknown" ? reason !== NO_STATUS : status === "not_printed" && !retry
}

export function toRow(stored: StoredRow): PrintJobRow {
  return { ...toListed(stored), body: JSON.parse(stored.body) }
}

function toListed(stored: StoredListed): ListedRow {
  return {
    seq: stored.seq,
    jobId: stored.job_id,
    printerId: stored.printer_id,
    document: stored.document,
    title: stored.title,
    subjectKey: stored.subject_key,
    copyNumber: stored.copy_number,
    copies: stored.copies,
    copiesPrinted: stored.copies_printed,
    status: stored.status,
    reason: stored.reason,
    bytesLeft: stored.bytes_left === 1,
    attempts: stored.attempts,
    retry: stored.retry === 1,
    torn: stored.torn === 1,
    movedFrom: stored.moved_from,
    alertedAt: stored.alerted_at,
    expiresAt: stored.expires_at,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
  }
}
