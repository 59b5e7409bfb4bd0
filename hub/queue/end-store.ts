/** The end of jobs, their longer lease, and their way back: each only for who still holds them. */
import { sql } from "kysely"
import type { JobStatus } from "../../protocol/rules/queue/queue-states.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemWrite } from "../storage/index.ts"
import type { JobResult } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"

/** What becomes of a job. */
export interface JobEnding {
  readonly held: LeasedJob
  readonly status: Exclude<JobStatus, "processing">
  /** The attempts that count. */
  readonly attempts: number
  /** When it is due again; null when it has ended. */
  readonly runAt: string | null
  readonly result: JobResult
  readonly error: string | null
}

/** How many it was: fewer than asked for when some are no longer held, or no longer queued where they were never claimed. */
export async function saveEndings(
  { db, now }: SystemWrite,
  endings: readonly JobEnding[],
  { dialect, from = "processing" }: { dialect: Dialect; from?: "processing" | "queued" },
): Promise<number> {
  const rows = endings.map(({ held, status, attempts, runAt, result, error }) => ({
    id: held.job.id,
    fence: held.fence,
    status,
    attempts,
    waiting: runAt === null ? 0 : runAt <= now ? 1 : 2,
    run_at: runAt,
    ended_at: runAt === null ? now : null,
    result: result === null ? null : JSON.stringify(result),
    error,
  }))
  const { numAffectedRows } = await sql`
    UPDATE job SET status = v.status, attempts = v.attempts, waiting = v.waiting, run_at = coalesce(v.run_at, job.run_at),
      ended_at = v.ended_at, result = v.result, error = v.error, lease_until = NULL
    FROM ${dialect.rowsAs("v", ENDED, rows)}
    WHERE job.job_id = v.id AND job.fence = v.fence AND job.status = ${sql.lit(from)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

const ENDED = {
  id: "text",
  fence: "whole",
  status: "text",
  attempts: "whole",
  waiting: "whole",
  run_at: "text",
  ended_at: "text",
  result: "text",
  error: "text",
} as const

/** The ids of those that are still held. */
export async function extendLeases(
  tx: SystemWrite,
  held: readonly LeasedJob[],
  leaseUntil: string,
): Promise<Set<string>> {
  const values = held.map(({ job, fence }) => sql`(${job.id}, ${`${fence}`})`)
  const { rows } = await sql<{ job_id: string }>`
    WITH v(id, fence) AS (VALUES ${sql.join(values)})
    UPDATE job SET lease_until = ${leaseUntil} FROM v
    WHERE job.job_id = v.id AND job.fence = CAST(v.fence AS BIGINT) AND job.status = 'processing'
    RETURNING job.job_id`.execute(tx.db)
  return new Set(rows.map((row) => row.job_id))
}

/** Ended jobs that nobody needs to read any more. The number of them. */
export async function pruneJobs({ db }: SystemWrite, before: { quiet: string; asking: string }, limit: number) {
  const old = (asks: boolean, until: string) =>
    db
      .selectFrom("job")
      .select("job_id")
      .where("ended_at", "is not", null)
      .where("ended_at", "<", until)
      .where((eb) => {
        const asking = eb.and([eb("status", "in", ["failed", "dead"]), eb("dismissed_at", "is", null)])
        return asks ? asking : eb.not(asking)
      })
      .orderBy("ended_at")
      .limit(limit)
  let pruned = 0
  for (const query of [old(false, before.quiet), old(true, before.asking)]) {
    const { numDeletedRows } = await db.deleteFrom("job").where("job_id", "in", query).executeTakeFirstOrThrow()
    pruned += Number(numDeletedRows)
  }
  return pruned
}
