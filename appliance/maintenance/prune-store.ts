/** Rows that a full disk may forget: papers that are printed, and ops that the hub has had for long. Their pages are used again. */
import type { BoxTx } from "../storage/index.ts"

/** One transaction stays short, and small in the write-ahead log; the next look goes on. */
const ROWS_MAX = 2_000

/** Answers how many. */
export function pruneOldRows({ db }: BoxTx, before: string): number {
  const papers = db
    .prepare(
      `DELETE FROM spool_job WHERE seq IN
         (SELECT seq FROM spool_job WHERE status IN ('printed', 'discarded') AND updated_at < ? ORDER BY seq LIMIT ?)`,
    )
    .run(before, ROWS_MAX)
  // The op at the watermark stays: its mark says what the next follows.
  const ops = db
    .prepare(
      `DELETE FROM outbox WHERE seq IN
         (SELECT seq FROM outbox WHERE seq < (SELECT acked FROM sync_line) AND at < ? ORDER BY seq LIMIT ?)`,
    )
    .run(before, ROWS_MAX)
  return papers.changes + ops.changes
}

/** After a restore: nobody knows what of these was printed since the backup, so a person says. */
export function holdRestoredJobs({ db, now }: BoxTx): void {
  db.prepare(
    `UPDATE spool_job SET status = 'unknown', reason = 'stopped', bytes_left = 0, updated_at = ?
     WHERE status IN ('queued', 'sending', 'not_printed')`,
  ).run(now)
}

/** When the newest op was made; null before the first. */
export function newestOpAt({ db }: BoxTx): string | null {
  const row = db.prepare<[], { at: string }>("SELECT at FROM outbox ORDER BY seq DESC LIMIT 1").get()
  return row?.at ?? null
}
