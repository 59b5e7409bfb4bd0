/** Deletes rows that are not needed any more: printed documents, and operations that the hub has had for long. SQLite reuses their pages. */
import type { BoxTx } from "../storage/index.ts"

/** Limits a transaction and its part of the write-ahead log; the next check continues. */
const ROWS_MAX = 2_000

/** Returns how many rows it deleted. */
export function pruneOldRows({ db }: BoxTx, before: string): number {
  const papers = db
    .prepare(
      `DELETE FROM spool_job WHERE seq IN
         (SELECT seq FROM spool_job WHERE status IN ('printed', 'discarded') AND updated_at < ? ORDER BY seq LIMIT ?)`,
    )
    .run(before, ROWS_MAX)
  // The operation at the watermark stays, because the next one refers to its mark.
  const ops = db
    .prepare(
      `DELETE FROM outbox WHERE seq IN
         (SELECT seq FROM outbox WHERE seq < (SELECT acked FROM sync_line) AND at < ? ORDER BY seq LIMIT ?)`,
    )
    .run(before, ROWS_MAX)
  return papers.changes + ops.changes
}

/** After a restore nobody knows which of these were printed since the backup, so a person decides. */
export function holdRestoredJobs({ db, now }: BoxTx): void {
  db.prepare(
    `UPDATE spool_job SET status = 'unknown', reason = 'stopped', bytes_left = 0, updated_at = ?
     WHERE status IN ('queued', 'sending', 'not_printed')`,
  ).run(now)
}

/** When the newest operation was recorded; null before the first. */
export function newestOpAt({ db }: BoxTx): string | null {
  const row = db.prepare<[], { at: string }>("SELECT at FROM outbox ORDER BY seq DESC LIMIT 1").get()
  return row?.at ?? null
}
