/** The SQL of claims. A claim takes due jobs lane by lane, and no more of a lane than may run at once. */
import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { createStatement, dialectOf } from "../../runtime/storage/statement.ts"
import type { HubTables, SystemRead, SystemWrite } from "../storage/index.ts"
import { type LeasedJob, toLeasedJob } from "./leased-job.ts"

export interface Claim {
  readonly kind: string
  readonly laneMax: number
  readonly blocksLane: boolean
  readonly ownLanes?: ProcessLanes
  readonly leaseUntil: string
  /** The claim begins after this lane: the last lane of the claim before. */
  readonly afterLane: string
  readonly limit: number
}

/** Lanes of which this process may lease more than `laneMax` while no other process has leased any. The lane scheduler sees to it that only `laneMax` run at once. */
interface ProcessLanes {
  readonly lanes: readonly string[]
  readonly leasedMax: number
  /** The ids of the jobs that it has leased. */
  readonly leasedIds: readonly string[]
}

/** Sorts after every id in any collation: ids are hex digits. */
const AFTER_ALL_IDS = sql.lit("g")

/** Returns jobs in the order of lanes and ids. The caller sees to it that one claim of a kind runs at a time over all processes: two could fill a lane twice. */
export async function claimJobs(tx: SystemWrite, claim: Claim, dialect: Dialect): Promise<LeasedJob[]> {
  const ids = await findDueIds(tx, claim)
  if (ids.length === 0) return []
  const { rows } = await leaseStatement(tx.db, { ids: dialect.listOf(ids), leaseUntil: claim.leaseUntil })
  const place = new Map(ids.map((id, n) => [id, n]))
  return rows.map(toLeasedJob).sort((a, b) => (place.get(a.job.id) ?? 0) - (place.get(b.job.id) ?? 0))
}

const leaseStatement = createStatement((db: Kysely<HubTables>, at: { ids: unknown; leaseUntil: string }, dialect) => {
  const named = db.selectFrom("job").select("job_id").where(dialect.isAmong("job_id", at.ids))
  const free = dialect.forUpdateSkipLocked(named.where("waiting", "=", sql.lit(1)))
  const taken = db.updateTable("job").set((eb) => ({
    status: sql.lit("processing"),
    waiting: sql.lit(0),
    attempts: eb("attempts", "+", sql.lit(1)),
    fence: eb("fence", "+", sql.lit(1)),
    lease_until: at.leaseUntil,
  }))
  return taken.where("job_id", "in", free).returningAll()
})

/** Returns the jobs that a claim would take, without a lease. For a caller that ends them in the same transaction. */
export async function dueJobs(
  tx: SystemWrite,
  claim: Omit<Claim, "leaseUntil">,
  dialect: Dialect,
): Promise<LeasedJob[]> {
  const ids = await findDueIds(tx, claim)
  if (ids.length === 0) return []
  const { rows } = await dueStatement(tx.db, { ids: dialect.listOf(ids) })
  const jobs = new Map(rows.map((row) => [row.job_id, toLeasedJob({ ...row, attempts: row.attempts + 1 })]))
  return ids.flatMap((id) => jobs.get(id) ?? [])
}

const dueStatement = createStatement((db: Kysely<HubTables>, at: { ids: unknown }, dialect) =>
  db.selectFrom("job").selectAll().where(dialect.isAmong("job_id", at.ids)).where("waiting", "=", sql.lit(1)),
)

/**
 * Steps through the index of due jobs: to the next job of the lane while the lane has room, else to the first job of the next lane.
 * It reads the jobs that it takes and one entry for each full lane, however many jobs wait. (`+ 0`: see runtime/storage/kysely-sqlite.ts.)
 */
async function findDueIds({ db }: SystemWrite, claim: Omit<Claim, "leaseUntil">): Promise<string[]> {
  const { ownLanes, ...walk } = claim
  const { rows } = ownLanes
    ? await claimSteps.ownLanes(db, { ...walk, ...toLists(ownLanes, dialectOf(db)) })
    : await (claim.blocksLane ? claimSteps.blockedLanes : claimSteps.lanes)(db, walk)
  return rows.map((row) => row.job_id)
}

type DueQuery = Omit<Claim, "leaseUntil" | "blocksLane" | "ownLanes">

interface DueInOwnLanesQuery extends DueQuery {
  readonly leasedMax: number
  /** This list and the next one as the dialect's `listOf` makes them. */
  readonly leasedIds: unknown
  readonly lanes: unknown
}

function toLists({ leasedMax, leasedIds, lanes }: ProcessLanes, { listOf }: Dialect) {
  return { leasedMax, leasedIds: listOf(leasedIds), lanes: listOf(lanes) }
}

const claimSteps = {
  lanes: createSteps<DueQuery>((at, lane) => sql`${at.laneMax} - ${runningIn(at, lane)}`),
  blockedLanes: createSteps<DueQuery>(
    (at, lane) => sql`${at.laneMax} - ${runningIn(at, lane)} - ${retryingIn(at, lane)}`,
  ),
  ownLanes: createSteps(roomInOwnLane),
}

type RoomOf<At> = (at: At, lane: string, dialect: Dialect) => RawBuilder<number>

function createSteps<At extends DueQuery>(roomOf: RoomOf<At>) {
  return createStatement((_db, at: At, dialect) => {
    const room = (lane: string) => roomOf(at, lane, dialect)
    return sql<{ job_id: string }>`
    WITH RECURSIVE w(job_id, lane, room) AS (
      SELECT f.job_id, f.lane, ${room("f.lane")} FROM (
        SELECT j.job_id, j.lane FROM job j WHERE j.waiting = 1 AND j.kind = ${at.kind} AND j.lane > ${at.afterLane}
        ORDER BY j.lane, j.job_id LIMIT 1) f
      UNION ALL
      SELECT n.job_id, n.lane, CASE WHEN n.lane = w.lane THEN w.room - 1 ELSE ${room("n.lane")} END
      FROM w JOIN job n ON n.job_id = (
        SELECT j.job_id FROM job j WHERE j.waiting = 1 AND j.kind = ${at.kind}
          AND (j.lane, j.job_id) > (w.lane, CASE WHEN w.room > 1 THEN w.job_id ELSE ${AFTER_ALL_IDS} END)
        ORDER BY j.lane, j.job_id LIMIT 1)
    )
    SELECT job_id FROM w WHERE room > 0 LIMIT ${at.limit} + 0`
  })
}

function runningIn({ kind }: DueQuery, lane: string): RawBuilder<number> {
  return sql`(SELECT count(*) FROM job b WHERE b.status = 'processing' AND b.kind = ${kind} AND b.lane = ${sql.ref(lane)})`
}

function retryingIn({ kind, laneMax }: DueQuery, lane: string): RawBuilder<number> {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM job h WHERE h.waiting = 2 AND h.kind = ${kind}
    AND h.lane = ${sql.ref(lane)} AND h.status = 'retry' LIMIT ${laneMax} + 0) AS retrying)`
}

/** A process gets more than `laneMax` of a lane only while no other process has a job of it, so both together never run more than `laneMax`. */
function roomInOwnLane(at: DueInOwnLanesQuery, lane: string, { isAmong }: Dialect): RawBuilder<number> {
  const isAlone = sql`count(*) = count(CASE WHEN ${isAmong("b.job_id", at.leasedIds)} THEN 1 END)`
  const isOwn = sql`${isAmong(lane, at.lanes)} AND ${isAlone}`
  return sql`(SELECT CASE WHEN ${isOwn} THEN ${at.leasedMax} + 0 ELSE ${at.laneMax} + 0 END - count(*)
    FROM job b WHERE b.status = 'processing' AND b.kind = ${at.kind} AND b.lane = ${sql.ref(lane)})`
}

interface KindQuery {
  readonly kind: string
  readonly limit: number
}

/** Marks waiting jobs as due when their moment has come. */
export async function markDue({ db, now }: SystemWrite, { kind, limit }: KindQuery, dialect: Dialect): Promise<void> {
  const ripe = db
    .selectFrom("job")
    .select("job_id")
    .where("waiting", "=", sql.lit(2))
    .where("kind", "=", kind)
    .where("run_at", "<=", now)
    .orderBy("run_at")
    .limit(limit)
  await db
    .updateTable("job")
    .set({ waiting: 1 })
    .where("job_id", "in", dialect.forUpdateSkipLocked(ripe))
    .where("waiting", "=", sql.lit(2))
    .execute()
}

/** A lease that ends this much later than a lease can last was given by a clock that has been set back since. */
const CLOCK_SET_BACK_MAX_MS = 3_600_000

interface LeaseTerms {
  readonly kind: string
  /** The length of a lease. */
  readonly leaseMs: number
}

function latestPlausibleLease(now: string, leaseMs: number): string {
  return new Date(Date.parse(now) + leaseMs + CLOCK_SET_BACK_MAX_MS).toISOString()
}

/** Returns jobs whose worker was lost: their lease has ended, or ends later than any lease can. */
export async function jobsWithExpiredLease(
  { db, now }: SystemWrite,
  { kind, limit, leaseMs }: KindQuery & LeaseTerms,
  dialect: Dialect,
): Promise<LeasedJob[]> {
  const query = db
    .selectFrom("job")
    .selectAll()
    .where("status", "=", sql.lit("processing"))
    .where("kind", "=", kind)
    .where((eb) => eb.or([eb("lease_until", "<=", now), eb("lease_until", ">", latestPlausibleLease(now, leaseMs))]))
    .limit(limit)
  return (await dialect.forUpdateSkipLocked(query).execute()).map(toLeasedJob)
}

export interface Outlook {
  readonly due: boolean
  /** When the next job is due or the next lease ends, as ISO text. */
  readonly next: string | null
}

export async function lookAhead({ db, now }: SystemRead, { kind, leaseMs }: LeaseTerms): Promise<Outlook> {
  const { due = null, later = null, lease = null, last = null } = (await outlookStatement(db, { kind })).rows[0] ?? {}
  const stray = last !== null && last > latestPlausibleLease(now, leaseMs) ? now : null
  return { due: due !== null, next: [later, lease, stray].filter((at) => at !== null).sort()[0] ?? null }
}

const outlookStatement = createStatement(
  (_db, at: { kind: string }) =>
    sql<{ due: string | null; later: string | null; lease: string | null; last: string | null }>`SELECT
    (SELECT job_id FROM job WHERE waiting = 1 AND kind = ${at.kind} LIMIT 1) AS due,
    (SELECT min(run_at) FROM job WHERE waiting = 2 AND kind = ${at.kind}) AS later,
    (SELECT min(lease_until) FROM job WHERE status = 'processing' AND kind = ${at.kind}) AS lease,
    (SELECT max(lease_until) FROM job WHERE status = 'processing' AND kind = ${at.kind}) AS last`,
)
