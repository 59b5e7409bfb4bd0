/** Figures of the queue for metrics: waiting, running, failed and dead jobs. Each count has a bound, so that reading stays cheap. */
import { sql } from "kysely"
import type { SystemRead } from "../storage/index.ts"

/** Jobs of a kind are counted up to this number. */
const COUNTED_MAX = 100_000
/** The oldest job is looked for in this many lanes. */
const LANES_MAX = 1_000

export interface KindFigures {
  readonly kind: string
  /** Due and not begun. */
  readonly due: number
  /** Waiting for the moment of their start or next attempt. */
  readonly later: number
  readonly busy: number
  /** When the oldest due job was accepted. */
  readonly oldestAt: string | null
  readonly failed: number
  readonly dead: number
}

export async function readFigures(scope: SystemRead, kinds: readonly string[]): Promise<KindFigures[]> {
  return Promise.all(kinds.map((kind) => figuresOf(scope, kind)))
}

async function figuresOf({ db }: SystemRead, kind: string): Promise<KindFigures> {
  const upTo = sql.lit(COUNTED_MAX)
  const unhandled = (status: "failed" | "dead") => sql`(SELECT count(*) FROM (SELECT 1 FROM job WHERE kind = ${kind}
    AND status IN ('failed', 'dead') AND dismissed_at IS NULL AND status = ${status} LIMIT ${upTo}) AS unhandled)`
  const { rows } = await sql<Omit<KindFigures, "kind">>`
    WITH RECURSIVE l(lane) AS (
      SELECT min(lane) FROM job WHERE waiting = 1 AND kind = ${kind}
      UNION ALL
      SELECT (SELECT min(j.lane) FROM job j WHERE j.waiting = 1 AND j.kind = ${kind} AND j.lane > l.lane)
      FROM l WHERE l.lane IS NOT NULL
    ), heads(job_id) AS (
      SELECT (SELECT min(j.job_id) FROM job j WHERE j.waiting = 1 AND j.kind = ${kind} AND j.lane = head.lane)
      FROM (SELECT lane FROM l WHERE lane IS NOT NULL LIMIT ${sql.lit(LANES_MAX)}) AS head
    )
    SELECT
      (SELECT count(*) FROM (SELECT 1 FROM job WHERE waiting = 1 AND kind = ${kind} LIMIT ${upTo}) AS due) AS "due",
      (SELECT count(*) FROM (SELECT 1 FROM job WHERE waiting = 2 AND kind = ${kind} LIMIT ${upTo}) AS later) AS "later",
      (SELECT count(*) FROM job WHERE status = 'processing' AND kind = ${kind}) AS "busy",
      (SELECT min(first_received_at) FROM job WHERE job_id IN (SELECT job_id FROM heads)) AS "oldestAt",
      ${unhandled("failed")} AS "failed", ${unhandled("dead")} AS "dead"`.execute(db)
  const [row] = rows
  if (!row) throw new Error("the queue has no figures")
  return { kind, ...row }
}
