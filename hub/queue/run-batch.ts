/** Runs transactional jobs: many share one transaction, and one that fails does not undo the others. */

import { isDatabaseError } from "../../runtime/storage/database-errors.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { fence, type SystemWrite, type Tenant, type TenantWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { endJobs, LeaseLost, toDatabaseFailure, toEnding } from "./end-job.ts"
import type { JobEnding } from "./end-store.ts"
import type { Job, JobEnd, TransactionalJobKind } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"

/** A transaction that has been open this long runs no further job. On SQLite all writers wait for it, on PostgreSQL those of the same rows. */
const OPEN_MAX_MS = { sqlite: 15, postgres: 100 }
/** Jobs per transaction for a kind that locks rows for all of them first: other writers wait for all those rows. */
const LOCKING_MAX = 32

export interface BatchDeps extends Pick<QueueDeps, "store" | "clock" | "chance" | "log" | "elapsed"> {
  readonly kind: TransactionalJobKind
}

/** The job at `at` failed, which undoes the transaction. `end` is the end that it reported; null if it threw. */
class JobFailed extends Error {
  readonly at: number
  readonly end: JobEnd | null
  constructor(at: number, cause: unknown, end: JobEnd | null) {
    super("a job failed", { cause })
    this.at = at
    this.end = end
  }
}

/** `applyBatch` failed, which undoes the transaction. Each job must now be run by itself. */
class BatchFailed extends Error {}

/** Runs the jobs in their order until all have ended or `isClosed` says so. Returns those that remain. */
export async function runBatch(
  deps: BatchDeps,
  jobs: readonly LeasedJob[],
  isClosed: () => boolean,
): Promise<LeasedJob[]> {
  let left = [...jobs]
  let current = deps
  while (left.length > 0 && !isClosed()) {
    try {
      left = left.slice(await runGroup(current, left))
    } catch (error) {
      if (error instanceof BatchFailed) current = withoutBatches(deps)
      else left = await runAroundFailure(withoutBatches(deps), left, error)
    }
  }
  return left
}

/** Runs as many as one transaction may take. Returns how many have ended; if it throws, nothing was committed. */
async function runGroup(deps: BatchDeps, jobs: readonly LeasedJob[]): Promise<number> {
  const ended = await deps.store.system.write(async (tx) => {
    const endings = await runJobs(deps, tx, jobs)
    await endJobs(tx, endings, deps)
    return endings
  })
  for (const ending of ended) logEnding(deps, ending)
  return ended.length
}

/** Runs the first jobs, as many as one transaction may take. Returns their endings. */
export async function runJobs(deps: BatchDeps, tx: SystemWrite, found: readonly LeasedJob[]): Promise<JobEnding[]> {
  const { store, kind, elapsed = () => performance.now() } = deps
  const endings: JobEnding[] = []
  const scopeOf = tenantScopes(tx, store.dialect)
  const jobs = await lockFirst(deps, scopeOf, found)
  const until = elapsed() + OPEN_MAX_MS[store.dialect.engine]
  while (endings.length < jobs.length && (endings.length === 0 || elapsed() < until)) {
    const run = kind.applyBatch ? runOfTenant(jobs, endings.length) : jobs.slice(endings.length, endings.length + 1)
    const ends = await runNext(deps, scopeOf, { run, at: endings.length })
    endings.push(...run.map((leased, n) => toEnding(deps, kind, leased, ends[n] as JobEnd)))
  }
  return endings
}

function withoutBatches(deps: BatchDeps): BatchDeps {
  const { applyBatch: _left, ...kind } = deps.kind
  return { ...deps, kind }
}

/** Locks what the first jobs need, tenant by tenant in one order. Returns those jobs. SQLite needs no locks: it has one writer. */
async function lockFirst(
  { kind, store }: BatchDeps,
  scopeOf: ScopeOf,
  found: readonly LeasedJob[],
): Promise<readonly LeasedJob[]> {
  if (!kind.lockFirst || kind.applyBatch || found.length < 2 || store.dialect.engine === "sqlite") return found
  const first = found.slice(0, LOCKING_MAX)
  const byVendor = new Map<string, Job[]>()
  for (const { job } of first) byVendor.set(job.tenant.vendorId, [...(byVendor.get(job.tenant.vendorId) ?? []), job])
  for (const vendorId of [...byVendor.keys()].sort()) {
    const own = byVendor.get(vendorId) as [Job, ...Job[]]
    await kind.lockFirst(scopeOf(own[0].tenant), own)
  }
  return first
}

/** The jobs from `from` on that belong to one tenant. */
function runOfTenant(jobs: readonly LeasedJob[], from: number): LeasedJob[] {
  const first = jobs[from]?.job.tenant
  const isOther = ({ job: { tenant } }: LeasedJob) =>
    tenant.accountId !== first?.accountId || tenant.vendorId !== first.vendorId
  const end = jobs.findIndex((leased, at) => at > from && isOther(leased))
  return jobs.slice(from, end < 0 ? jobs.length : end)
}

type ScopeOf = (tenant: Tenant) => TenantWrite

/** Keeps the tenant scope of the last job: jobs of one tenant mostly follow each other, and a new scope costs as much as some statements. */
function tenantScopes(tx: SystemWrite, dialect: Dialect): ScopeOf {
  let own: TenantWrite | undefined
  return (tenant) => {
    const isOwn = own?.tenant.accountId === tenant.accountId && own.tenant.vendorId === tenant.vendorId
    if (!own || !isOwn) own = fence(tx, tenant, dialect)
    return own
  }
}

interface TenantRun {
  /** Jobs of one tenant; one job unless the kind has `applyBatch`. */
  readonly run: readonly LeasedJob[]
  readonly at: number
}

/** Throws JobFailed or BatchFailed where the transaction must be undone. */
async function runNext(deps: BatchDeps, scopeOf: ScopeOf, { run, at }: TenantRun): Promise<JobEnd[]> {
  const [leased] = run as [LeasedJob]
  const own = scopeOf(leased.job.tenant)
  if (run.length > 1) return applyAll(deps.kind, own, run)
  let end: JobEnd
  try {
    end = await deps.kind.apply(own, leased.job)
  } catch (error) {
    throw new JobFailed(at, error, null)
  }
  if (end.is === "retry") throw new JobFailed(at, null, end)
  return [end]
}

async function applyAll(kind: TransactionalJobKind, tx: TenantWrite, run: readonly LeasedJob[]): Promise<JobEnd[]> {
  const jobs = run.map(({ job }) => job)
  const ends = await kind.applyBatch?.(tx, jobs).catch((cause) => {
    throw new BatchFailed("a batch of jobs failed", { cause })
  })
  const isWhole = ends?.length === run.length && ends.every(({ is }) => is !== "retry")
  if (!isWhole) throw new BatchFailed("a batch of jobs did not end as a whole")
  return ends
}

/** After a group was undone: runs the jobs before the failed one as a group again, and the failed one alone. Returns those that remain. */
async function runAroundFailure(deps: BatchDeps, jobs: readonly LeasedJob[], error: unknown): Promise<LeasedJob[]> {
  if (error instanceof StoreUnavailable) return runAfterDatabaseLoss(deps, jobs, error)
  const at = error instanceof JobFailed ? error.at : 0
  const before = jobs.slice(0, at)
  const unfinished = await runGroup(deps, before).then(
    (ended) => before.slice(ended),
    () => before,
  )
  if (unfinished.length > 0) {
    const [first, ...others] = [...unfinished, ...jobs.slice(at)]
    if (first) await runAlone(deps, first, null)
    return others
  }
  const [failed, ...others] = jobs.slice(at)
  if (failed && isCausedByDatabase(error)) await endAfterDatabaseFailure(deps, failed, error)
  else if (failed) await runAlone(deps, failed, error instanceof JobFailed ? error.end : null)
  return others
}

/** The error does not say which job it hit. A lock that is kept stops one job, a lost database stops all. Returns those that remain. */
async function runAfterDatabaseLoss(
  deps: BatchDeps,
  jobs: readonly LeasedJob[],
  error: StoreUnavailable,
): Promise<LeasedJob[]> {
  const [first, ...others] = jobs
  if (!first) return []
  const isEnded =
    others.length === 0 ? await endAfterDatabaseFailure(deps, first, error) : await runAlone(deps, first, null)
  if (isEnded) return others
  deps.log.warn({ err: error, jobs: jobs.length }, "the database was lost while jobs ran; they are claimed again")
  return []
}

/** `reported` is the end that the job has reported already, if only its transaction had to be undone. Returns whether its end was stored. */
async function runAlone(deps: BatchDeps, leased: LeasedJob, reported: JobEnd | null): Promise<boolean> {
  let end = reported
  if (end === null) {
    try {
      await runGroup(deps, [leased])
      return true
    } catch (error) {
      if (error instanceof LeaseLost) return logLostLease(deps, leased)
      if (isCausedByDatabase(error)) return endAfterDatabaseFailure(deps, leased, error)
      end = error instanceof JobFailed && error.end ? error.end : { is: "retry", error: reasonOf(error) }
    }
  }
  return endAlone(deps, toEnding(deps, deps.kind, leased, end))
}

function endAfterDatabaseFailure(deps: BatchDeps, leased: LeasedJob, error: unknown): Promise<boolean> {
  return endAlone(deps, toDatabaseFailure(deps, deps.kind, leased, reasonOf(error)))
}

async function endAlone(deps: BatchDeps, ending: JobEnding): Promise<boolean> {
  const { leased } = ending
  try {
    await deps.store.system.write((tx) => endJobs(tx, [ending], deps))
    logEnding(deps, ending)
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return logLostLease(deps, leased)
    // When the lease has ended, a worker claims the job again.
    deps.log.error({ err: error, jobId: leased.job.id, kind: leased.job.kind }, "the end of a job could not be written")
    return false
  }
}

function isCausedByDatabase(error: unknown): boolean {
  return isDatabaseError(error instanceof JobFailed ? error.cause : error)
}

/** Another worker has the job now. Returns true: nothing is left to do here. */
export function logLostLease({ log }: Pick<QueueDeps, "log">, { job }: LeasedJob): true {
  log.warn({ jobId: job.id, kind: job.kind }, "another worker has taken a job; nothing was written")
  return true
}

/** Logs what a person has to know of. */
export function logEnding({ log }: Pick<QueueDeps, "log">, { leased: { job }, status, error, runAt }: JobEnding): void {
  const fields = { jobId: job.id, kind: job.kind, lane: job.lane, attempts: job.attempts, error, runAt }
  if (status === "dead") log.error(fields, "a job is dead: its attempts are used up")
  else if (status === "failed") log.error(fields, "a job can never succeed")
  else if (status === "retry") log.info(fields, "a job failed and is tried again")
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof JobFailed ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
