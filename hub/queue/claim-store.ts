/** Claims: due jobs go to a worker, lane by lane in turn, no more of a lane than may be worked on at once. */
import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { createStatement, dialectOf } from "../../runtime/storage/statement.ts"
import type { HubTables, SystemRead, SystemWrite } from "../storage/index.ts"
import { type LeasedJob, toLeasedJob } from "./leased-job.ts"

export interface Claim {
  readonly kind: string
  readonly laneMax: number
  readonly holdsLane: boolean
  readonly own?: ProcessLanes
  readonly leaseUntil: string
  /** The claim begins behind this lane: who comes again goes on where it stopped. */
  readonly afterLane: string
  readonly limit: number
}

/** Of these lanes a process may hold more than `laneMax` while nobody else holds any; it sees to it itself that no more are worked on at once. */
export interface ProcessLanes {
  readonly names: readonly string[]
  readonly heldMax: number
  /** The ids of the jobs that it holds. */
  readonly mine: readonly string[]
}

/** Sorts behind every id, whatever the collation: ids are hex digits. */
const BEHIND_ALL_IDS = sql.lit("g")

/** In the order of lanes, and within a lane of ids. One claim of a kind at a time, also over processes: else two of them could fill one lane. */
export async function claimJobs(tx: SystemWrite, claim: Claim, dialect: Dialect): Promise<LeasedJob[]> {
  const ids = await walk(tx, claim)
  if (ids.length === 0) return []
  const { rows } = await claimed(tx.db, { ids: dialect.listOf(ids), leaseUntil: claim.leaseUntil })
  const place = new Map(ids.map((id, n) => [id, n]))
  return rows.map(toLeasedJob).sort((a, b) => (place.get(a.job.id) ?? 0) - (place.get(b.job.id) ?? 0))
}

const claimed = createStatement((db: Kysely<HubTables>, at: { ids: unknown; leaseUntil: string }, dialect) => {
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

/** Those that a claim would take, as they are: whoever ends them in the same transaction, and alone, need not write down that they are held. */
export async function dueJobs(
  tx: SystemWrite,
  claim: Omit<Claim, "leaseUntil">,
  dialect: Dialect,
): Promise<LeasedJob[]> {
  const ids = await walk(tx, claim)
  if (ids.length === 0) return []
  const { rows } = await due(tx.db, { ids: dialect.listOf(ids) })
  const jobs = new Map(rows.map((row) => [row.job_id, toLeasedJob({ ...row, attempts: row.attempts + 1 })]))
  return ids.flatMap((id) => jobs.get(id) ?? [])
}

const due = createStatement((db: Kysely<HubTables>, at: { ids: unknown }, dialect) =>
  db.selectFrom("job").selectAll().where(dialect.isAmong("job_id", at.ids)).where("waiting", "=", sql.lit(1)),
)

/**
 * Steps through the index of due jobs: from one job to the next of its lane while the lane has room, else to the first of the next lane. It
 * reads what it takes, and one entry for each lane that is full, however many wait behind them. (`+ 0`: see runtime/storage/kysely-sqlite.ts.)
 */
async function walk({ db }: SystemWrite, claim: Omit<Claim, "leaseUntil">): Promise<string[]> {
  const { own, ...walk } = claim
  const { rows } = own
    ? await stepsOver.ownLanes(db, { ...walk, ...toLists(own, dialectOf(db)) })
    : await (claim.holdsLane ? stepsOver.heldLanes : stepsOver.lanes)(db, walk)
  return rows.map((row) => row.job_id)
}

type Walk = Omit<Claim, "leaseUntil" | "holdsLane" | "own">

interface OwnWalk extends Walk {
  readonly heldMax: number
  /** As `listOf` makes it, as is `names`. */
  readonly mine: unknown
  readonly names: unknown
}

function toLists({ heldMax, mine, names }: ProcessLanes, { listOf }: Dialect) {
  return { heldMax, mine: listOf(mine), names: listOf(names) }
}

const stepsOver = {
  lanes: createSteps<Walk>((at, lane) => sql`${at.laneMax} - ${busy(at, lane)}`),
  heldLanes: createSteps<Walk>((at, lane) => sql`${at.laneMax} - ${busy(at, lane)} - ${waiting(at, lane)}`),
  ownLanes: createSteps(roomOfOwn),
}

type RoomOf<At> = (at: At, lane: string, dialect: Dialect) => RawBuilder<number>

function createSteps<At extends Walk>(roomOf: RoomOf<At>) {
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
          AND (j.lane, j.job_id) > (w.lane, CASE WHEN w.room > 1 THEN w.job_id ELSE ${BEHIND_ALL_IDS} END)
        ORDER BY j.lane, j.job_id LIMIT 1)
    )
    SELECT job_id FROM w WHERE room > 0 LIMIT ${at.limit} + 0`
  })
}

function busy({ kind }: Walk, lane: string): RawBuilder<number> {
  return sql`(SELECT count(*) FROM job b WHERE b.status = 'processing' AND b.kind = ${kind} AND b.lane = ${sql.ref(lane)})`
}

function waiting({ kind, laneMax }: Walk, lane: string): RawBuilder<number> {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM job h WHERE h.waiting = 2 AND h.kind = ${kind}
    AND h.lane = ${sql.ref(lane)} AND h.status = 'retry' LIMIT ${laneMax} + 0) AS held)`
}

/** So two processes never work on more than `laneMax` of a lane together: one that holds more holds it alone. */
function roomOfOwn(at: OwnWalk, lane: string, { isAmong }: Dialect): RawBuilder<number> {
  const isAlone = sql`count(*) = count(CASE WHEN ${isAmong("b.job_id", at.mine)} THEN 1 END)`
  const isOwn = sql`${isAmong(lane, at.names)} AND ${isAlone}`
  return sql`(SELECT CASE WHEN ${isOwn} THEN ${at.heldMax} + 0 ELSE ${at.laneMax} + 0 END - count(*)
    FROM job b WHERE b.status = 'processing' AND b.kind = ${at.kind} AND b.lane = ${sql.ref(lane)})`
}

interface Some {
  readonly kind: string
  readonly limit: number
}

/** Jobs whose time has come are due. */
export async function promote({ db, now }: SystemWrite, { kind, limit }: Some, dialect: Dialect): Promise<void> {
  const come = db
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
    .where("job_id", "in", dialect.forUpdateSkipLocked(come))
    .where("waiting", "=", sql.lit(2))
    .execute()
}

/** A lease that outlasts its length by so much was given by a clock that has been set back since. */
const CLOCK_AHEAD_MAX_MS = 3_600_000

interface LeaseTerms {
  readonly kind: string
  /** How long a lease is. */
  readonly leaseMs: number
}

function beyond(now: string, leaseMs: number): string {
  return new Date(Date.parse(now) + leaseMs + CLOCK_AHEAD_MAX_MS).toISOString()
}

/** Jobs whose worker was lost: their lease has ended, or ends in a time that no clock shows. */
export async function jobsWithExpiredLease(
  { db, now }: SystemWrite,
  { kind, limit, leaseMs }: Some & LeaseTerms,
  dialect: Dialect,
): Promise<LeasedJob[]> {
  const query = db
    .selectFrom("job")
    .selectAll()
    .where("status", "=", sql.lit("processing"))
    .where("kind", "=", kind)
    .where((eb) => eb.or([eb("lease_until", "<=", now), eb("lease_until", ">", beyond(now, leaseMs))]))
    .limit(limit)
  return (await dialect.forUpdateSkipLocked(query).execute()).map(toLeasedJob)
}

export interface Outlook {
  readonly due: boolean
  /** When the next job is due or the next lease ends, as ISO text. */
  readonly next: string | null
}

export async function lookAhead({ db, now }: SystemRead, { kind, leaseMs }: LeaseTerms): Promise<Outlook> {
  const { due = null, later = null, lease = null, last = null } = (await outlook(db, { kind })).rows[0] ?? {}
  const stray = last !== null && last > beyond(now, leaseMs) ? now : null
  return { due: due !== null, next: [later, lease, stray].filter((at) => at !== null).sort()[0] ?? null }
}

const outlook = createStatement(
  (_db, at: { kind: string }) =>
    sql<{ due: string | null; later: string | null; lease: string | null; last: string | null }>`SELECT
    (SELECT job_id FROM job WHERE waiting = 1 AND kind = ${at.kind} LIMIT 1) AS due,
    (SELECT min(run_at) FROM job WHERE waiting = 2 AND kind = ${at.kind}) AS later,
    (SELECT min(lease_until) FROM job WHERE status = 'processing' AND kind = ${at.kind}) AS lease,
    (SELECT max(lease_until) FROM job WHERE status = 'processing' AND kind = ${at.kind}) AS last`,
)
