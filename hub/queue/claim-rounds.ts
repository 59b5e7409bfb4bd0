/** The rounds of a worker pool: each claims due jobs, lane by lane, and runs them. */

import type { SystemWrite } from "../storage/index.ts"
import { claimJobs, jobsWithExpiredLease, lookAhead, markDue, type Outlook } from "./claim-store.ts"
import type { QueueDeps } from "./deps.ts"
import { endJobs, toLostEnding } from "./end-job.ts"
import type { JobEnding } from "./end-store.ts"
import { createHealthyLanes } from "./healthy-lanes.ts"
import type { ExternalJobKind, JobKind, TransactionalJobKind } from "./job.ts"
import { claimLimitsOf, claimMaxOf, laneLimitsOf, leaseMsOf, leasesAhead, sharesStatements } from "./kind-limits.ts"
import { createLaneScheduler } from "./lane-scheduler.ts"
import type { LeasedJob } from "./leased-job.ts"
import { createLeases, type Leases } from "./leases.ts"
import { logEnding, runBatch } from "./run-batch.ts"
import { createExternalJobs } from "./run-external.ts"
import { runImmediately } from "./run-immediately.ts"

/** Jobs that become due, and jobs of lost workers, with one claim. */
const RECOVER_MAX = 500
/** A pass over many lanes stops this often to look for jobs that became due and for lost workers. */
const LOOK_EVERY_MS = 500
/** PostgreSQL: transactions of one kind at once. SQLite has one writer. */
const POSTGRES_GROUPS = 3

export interface WorkerPoolDeps extends Omit<QueueDeps, "kinds"> {
  readonly name: string
  readonly kind: JobKind
}

interface PoolState {
  isClosed(): boolean
  onJobEnd(): void
}

/** `idle`: nothing is due and no lease has expired, or this process has no room for more. */
type RoundResult = { readonly idle: Outlook } | RoundWithJobs

interface RoundWithJobs {
  readonly found: number
  readonly limit: number
  readonly isFromFirstLane: boolean
  /** What the round saw before it claimed; null if it did not look, or changed it since. */
  readonly outlook: Outlook | null
}

interface ClaimRounds {
  run(): Promise<RoundResult>
  /** How many jobs were claimed since the start. */
  claimed(): number
  isRunning(): boolean
  /** Resolves when the next of the running external jobs has ended. */
  nextEnd(): Promise<void>
  /** Starts no further external job. */
  close(): void
  giveBack(): Promise<void>
}

/** No room: whatever becomes due, the next job that ends starts a round. */
const NO_ROOM: Outlook = { due: true, next: null }

export function createClaimRounds(deps: WorkerPoolDeps, pool: PoolState): ClaimRounds {
  const { name, kind, clock, elapsed = () => performance.now() } = deps
  const leases = createLeases({ ...deps, leaseMs: leaseMsOf(kind) })
  const external = "run" in kind ? createExternalRunner({ ...deps, kind }, leases, pool.onJobEnd) : undefined
  const since = clock.iso()
  let afterLane = ""
  let claimed = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = async (): Promise<Outlook | null> => {
    if (afterLane !== "" && elapsed() - lookedAt <= LOOK_EVERY_MS) return null
    lookedAt = elapsed()
    return deps.store.system.read((tx) => lookAhead(tx, { kind: name, leaseMs: leaseMsOf(kind) }))
  }
  /** Jobs that share statements and were never tried need no claim. Null: they must be claimed. */
  const runFresh = async (limit: number): Promise<Taken | null> => {
    if (!sharesStatements(kind)) return null
    const query = { kind: name, ...claimLimitsOf(kind), afterLane, limit }
    const run = await runImmediately({ ...deps, kind: kind as TransactionalJobKind, since }, query)
    if (!run) return null
    const { found, ended } = run
    claimed += ended
    // What the time did not suffice for comes with the next round, as if this one had been full.
    return { found: ended === found.length ? ended : limit, lastLane: found[ended - 1]?.job.lane ?? "" }
  }
  const claimAndRun = async (limit: number, recovers: boolean): Promise<Taken> => {
    const lanes = external?.healthyLanes() ?? []
    const jobs = await claim(deps, { leases, lanes, afterLane, limit, recovers })
    leases.add(jobs)
    claimed += jobs.length
    if (external) external.start(jobs)
    else await runTransactional(deps, { jobs, leases, isClosed: pool.isClosed })
    return { found: jobs.length, lastLane: jobs.at(-1)?.job.lane ?? "" }
  }
  return {
    async run() {
      const limit = claimMaxOf(kind, leases.size)
      if (limit <= 0) return { idle: NO_ROOM }
      const isFromFirstLane = afterLane === ""
      const outlook = await look()
      const recovers = outlook !== null && outlook.next !== null && outlook.next <= clock.iso()
      if (outlook && !outlook.due && !recovers) return { idle: outlook }
      const fresh = recovers ? null : await runFresh(limit)
      const { found, lastLane } = fresh ?? (await claimAndRun(limit, recovers))
      afterLane = found < limit ? "" : lastLane
      return { found, limit, isFromFirstLane, outlook: fresh || recovers ? null : outlook }
    },
    claimed: () => claimed,
    isRunning: () => external?.isRunning() ?? false,
    nextEnd: async () => external?.nextEnd(),
    close: () => external?.close(),
    async giveBack() {
      leases.interrupt()
      await leases.giveBack()
    },
  }
}

interface Taken {
  readonly found: number
  readonly lastLane: string
}

/** Runs external jobs as their lanes allow. A lane whose last job went well is healthy, and more of its jobs are leased ahead. */
function createExternalRunner(
  deps: WorkerPoolDeps & { readonly kind: ExternalJobKind },
  leases: Leases,
  onJobEnd: () => void,
) {
  const healthy = createHealthyLanes()
  const running = new Set<Promise<void>>()
  const run = createExternalJobs(deps)
  const scheduler = createLaneScheduler({
    ...laneLimitsOf(deps.kind),
    begin: (leased) => {
      const onCallEnd = () => scheduler.leave(leased.job.lane)
      const work = run({ leased, signal: leases.signalOf(leased), onCallEnd }).then((end) => {
        if (end) leases.release([leased])
        if (end && end.is !== "ignored") healthy.note(leased.job.lane, end.is === "processed")
        running.delete(work)
        onJobEnd()
      })
      running.add(work)
    },
  })
  return {
    start: (jobs: readonly LeasedJob[]) => scheduler.add(jobs),
    healthyLanes: () => healthy.names(),
    isRunning: () => running.size > 0,
    nextEnd: () => Promise.race(running),
    close: () => scheduler.close(),
  }
}

interface TransactionalRun {
  readonly jobs: readonly LeasedJob[]
  readonly leases: Leases
  readonly isClosed: () => boolean
}

async function runTransactional(deps: WorkerPoolDeps, { jobs, leases, isClosed }: TransactionalRun): Promise<void> {
  const kind = deps.kind as TransactionalJobKind
  const groups = splitByLane(jobs, deps.store.dialect.engine === "sqlite" ? 1 : POSTGRES_GROUPS)
  const runGroup = async (group: readonly LeasedJob[]) => {
    const left = await runBatch({ ...deps, kind }, group, isClosed)
    leases.release(group.filter((leased) => !left.includes(leased)))
  }
  await Promise.all(groups.map(runGroup))
}

/** Into at most `count` groups. The jobs of one lane stay in one group, in their order. */
function splitByLane(jobs: readonly LeasedJob[], count: number): LeasedJob[][] {
  const lanes = [...new Set(jobs.map(({ job }) => job.lane))]
  const groupOf = new Map(lanes.map((lane, n) => [lane, n % count]))
  const groups = Array.from({ length: count }, (_, n) => jobs.filter(({ job }) => groupOf.get(job.lane) === n))
  return groups.filter((group) => group.length > 0)
}

interface ClaimInput {
  readonly leases: Leases
  /** Lanes of which this process may lease more jobs than run at once. */
  readonly lanes: readonly string[]
  readonly afterLane: string
  readonly limit: number
  /** Whether jobs that became due and jobs of lost workers are looked for as well. */
  readonly recovers: boolean
}

async function claim(deps: WorkerPoolDeps, { leases, lanes, recovers, ...range }: ClaimInput): Promise<LeasedJob[]> {
  const { name, store, kind } = deps
  const ownLanes = leasesAhead(kind) && {
    lanes,
    leasedMax: laneLimitsOf(kind).laneLeasedMax,
    leasedIds: leases.ids(),
  }
  let lost: readonly JobEnding[] = []
  const jobs = await store.system.write(async (tx) => {
    await store.dialect.alone(tx.db, `queue/${name}`)
    lost = recovers ? await recoverJobs(deps, tx) : []
    const query = { kind: name, ...claimLimitsOf(kind), ...(ownLanes && { ownLanes }), ...range }
    return claimJobs(tx, { ...query, leaseUntil: leases.leaseUntil() }, store.dialect)
  })
  for (const ending of lost) logEnding(deps, ending)
  return jobs
}

/** Marks jobs as due whose moment has come, and takes jobs back from workers that were lost. */
async function recoverJobs(deps: WorkerPoolDeps, tx: SystemWrite): Promise<JobEnding[]> {
  const { name, kind, store } = deps
  await markDue(tx, { kind: name, limit: RECOVER_MAX }, store.dialect)
  const query = { kind: name, limit: RECOVER_MAX, leaseMs: leaseMsOf(kind) }
  const lost = await jobsWithExpiredLease(tx, query, store.dialect)
  const endings = lost.map((leased) => toLostEnding(kind, leased, tx.now))
  if (endings.length > 0) await endJobs(tx, endings, deps)
  return endings
}
