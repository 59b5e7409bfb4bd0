/** The SQL that ends jobs, renews their leases and prunes them. A worker can change only the jobs that it has leased. */
import { sql } from "kysely"
import type { JobStatus } from "../../protocol/rules/queue/queue-states.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemWrite } from "../storage/index.ts"
import type { JobResult } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"

/** The next state of a job. */
export interface JobEnding {
  readonly leased: LeasedJob
  readonly status: Exclude<JobStatus, "processing">
  /** Attempts that count against the policy. */
  readonly attempts: number
  /** When it is due again; null when it has ended. */
  readonly runAt: string | null
  readonly result: JobResult
  readonly error: string | null
}

/** Returns how many jobs it changed. Fewer than `endings` means that another worker has the rest. */
export async function saveEndings(
  { db, now }: SystemWrite,
  endings: readonly JobEnding[],
  { dialect, from = "processing" }: { dialect: Dialect; from?: "processing" | "queued" },
): Promise<number> {
  const rows = endings.map(({ leased, status, attempts, runAt, result, error }) => ({
    id: leased.job.id,
    fence: leased.fence,
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

/** Returns the ids of the jobs that are still leased by this worker. */
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

/** Deletes ended jobs that are older than `before`. Returns their number. */
export async function pruneJobs({ db }: SystemWrite, before: { ended: string; needingPerson: string }, limit: number) {
  const old = (needsPerson: boolean, until: string) =>
    db
      .selectFrom("job")
      .select("job_id")
      .where("ended_at", "is not", null)
      .where("ended_at", "<", until)
      .where((eb) => {
        const needing = eb.and([eb("status", "in", ["failed", "dead"]), eb("dismissed_at", "is", null)])
        return needsPerson ? needing : eb.not(needing)
      })
      .orderBy("ended_at")
      .limit(limit)
  let pruned = 0
  for (const query of [old(false, before.ended), old(true, before.needingPerson)]) {
    const { numDeletedRows } = await db.deleteFrom("job").where("job_id", "in", query).executeTakeFirstOrThrow()
    pruned += Number(numDeletedRows)
  }
  return pruned
}
