/** Works on jobs whose effect is in the database: many share one transaction, and one that fails undoes no other. */

import { isDatabaseError } from "../../runtime/storage/database-errors.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { fence, type SystemWrite, type Tenant, type TenantWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { endJobs, LeaseLost, toDatabaseFailure, toEnding } from "./end-job.ts"
import type { JobEnding } from "./end-store.ts"
import type { Job, JobEnd, TransactionalJobKind } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"

/** A transaction that has been open this long takes no further job. On SQLite everybody waits for it, on PostgreSQL who wants the same rows. */
const OPEN_MAX_MS = { sqlite: 15, postgres: 100 }
/** Of jobs that take hold of something before the first of them: others wait for what all of them need. */
const HOLD_MAX = 32

export interface BatchDeps extends Pick<QueueDeps, "store" | "clock" | "chance" | "log" | "elapsed"> {
  readonly kind: TransactionalJobKind
}

/** One of them stopped the others; `end` is what it said itself. */
class Broken extends Error {
  readonly at: number
  readonly end: JobEnd | null
  constructor(at: number, cause: unknown, end: JobEnd | null) {
    super("a job failed", { cause })
    this.at = at
    this.end = end
  }
}

/** Several jobs at once did not work out: what they wrote must be undone, and each tried by itself. */
class NotTogether extends Error {}

/** In their order; ends when all have ended or `isOver` says so. Those that remain. */
export async function runBatch(
  deps: BatchDeps,
  jobs: readonly LeasedJob[],
  isOver: () => boolean,
): Promise<LeasedJob[]> {
  let rest = [...jobs]
  let how = deps
  while (rest.length > 0 && !isOver()) {
    try {
      rest = rest.slice(await runGroup(how, rest))
    } catch (error) {
      if (error instanceof NotTogether) how = eachByItself(deps)
      else rest = await runApart(eachByItself(deps), rest, error)
    }
  }
  return rest
}

/** How many have ended; all that they did is committed, or nothing is. */
async function runGroup(deps: BatchDeps, jobs: readonly LeasedJob[]): Promise<number> {
  const ended = await deps.store.system.write(async (tx) => {
    const endings = await workOff(deps, tx, jobs)
    await endJobs(tx, endings, deps)
    return endings
  })
  for (const ending of ended) failBatch(deps, ending)
  return ended.length
}

/** What becomes of the first of them: of as many as one transaction may take. */
export async function workOff(deps: BatchDeps, tx: SystemWrite, found: readonly LeasedJob[]): Promise<JobEnding[]> {
  const { store, kind, elapsed = () => performance.now() } = deps
  const endings: JobEnding[] = []
  const within = fenced(tx, store.dialect)
  const jobs = await holdFirst(deps, within, found)
  const until = elapsed() + OPEN_MAX_MS[store.dialect.engine]
  while (endings.length < jobs.length && (endings.length === 0 || elapsed() < until)) {
    const run = kind.together ? runOfTenant(jobs, endings.length) : jobs.slice(endings.length, endings.length + 1)
    const ends = await workOn(deps, within, { run, at: endings.length })
    endings.push(...run.map((leased, n) => toEnding(deps, kind, leased, ends[n] as JobEnd)))
  }
  return endings
}

function eachByItself(deps: BatchDeps): BatchDeps {
  const { together: _left, ...kind } = deps.kind
  return { ...deps, kind }
}

/** The first of them, with what they go on to in hand; tenants in one order everywhere. On SQLite nobody else writes. */
async function holdFirst(
  { kind, store }: BatchDeps,
  within: Fenced,
  found: readonly LeasedJob[],
): Promise<readonly LeasedJob[]> {
  if (!kind.holdFirst || kind.together || found.length < 2 || store.dialect.engine === "sqlite") return found
  const some = found.slice(0, HOLD_MAX)
  const byVendor = new Map<string, Job[]>()
  for (const { job } of some) byVendor.set(job.tenant.vendorId, [...(byVendor.get(job.tenant.vendorId) ?? []), job])
  for (const vendorId of [...byVendor.keys()].sort()) {
    const own = byVendor.get(vendorId) as [Job, ...Job[]]
    await kind.holdFirst(within(own[0].tenant), own)
  }
  return some
}

/** From there on, as many as are one tenant's. */
function runOfTenant(jobs: readonly LeasedJob[], from: number): LeasedJob[] {
  const first = jobs[from]?.job.tenant
  const isOther = ({ job: { tenant } }: LeasedJob) =>
    tenant.accountId !== first?.accountId || tenant.vendorId !== first.vendorId
  const end = jobs.findIndex((leased, at) => at > from && isOther(leased))
  return jobs.slice(from, end < 0 ? jobs.length : end)
}

type Fenced = (tenant: Tenant) => TenantWrite

/** Jobs of one tenant mostly follow each other, and work behind one fence: to put one up for each costs as much as some statements. */
function fenced(tx: SystemWrite, dialect: Dialect): Fenced {
  let own: TenantWrite | undefined
  return (tenant) => {
    const isOwn = own?.tenant.accountId === tenant.accountId && own.tenant.vendorId === tenant.vendorId
    if (!own || !isOwn) own = fence(tx, tenant, dialect)
    return own
  }
}

interface Run {
  /** Of one tenant. */
  readonly run: readonly LeasedJob[]
  readonly at: number
}

/** Throws where what was written must be undone. */
async function workOn(deps: BatchDeps, within: Fenced, { run, at }: Run): Promise<JobEnd[]> {
  const [held] = run as [LeasedJob]
  const own = within(held.job.tenant)
  if (run.length > 1) return workOnAll(deps.kind, own, run)
  let end: JobEnd
  try {
    end = await deps.kind.inTransaction(own, held.job)
  } catch (error) {
    throw new Broken(at, error, null)
  }
  if (end.is === "retry") throw new Broken(at, null, end)
  return [end]
}

async function workOnAll(kind: TransactionalJobKind, tx: TenantWrite, run: readonly LeasedJob[]): Promise<JobEnd[]> {
  const jobs = run.map(({ job }) => job)
  const ends = await kind.together?.(tx, jobs).catch((cause) => {
    throw new NotTogether("several jobs at once failed", { cause })
  })
  const isWhole = ends?.length === run.length && ends.every(({ is }) => is !== "retry")
  if (!isWhole) throw new NotTogether("some of several jobs did not end")
  return ends
}

/** After a group was undone: those before the one that failed are good together, and that one is alone. Those that remain. */
async function runApart(deps: BatchDeps, jobs: readonly LeasedJob[], error: unknown): Promise<LeasedJob[]> {
  if (error instanceof StoreUnavailable) return runUnderTrouble(deps, jobs, error)
  const at = error instanceof Broken ? error.at : 0
  const good = jobs.slice(0, at)
  const apart = await runGroup(deps, good).then(
    (ended) => good.slice(ended),
    () => good,
  )
  if (apart.length > 0) {
    const [first, ...others] = [...apart, ...jobs.slice(at)]
    if (first) await runAlone(deps, first, null)
    return others
  }
  const [failed, ...others] = jobs.slice(at)
  if (failed && isTroubled(error)) await endTroubled(deps, failed, error)
  else if (failed) await runAlone(deps, failed, error instanceof Broken ? error.end : null)
  return others
}

/** Nobody said at which of them: a lock that is kept stops the one that needs it, a database that is gone all. Those that remain. */
async function runUnderTrouble(
  deps: BatchDeps,
  jobs: readonly LeasedJob[],
  error: StoreUnavailable,
): Promise<LeasedJob[]> {
  const [first, ...others] = jobs
  if (!first) return []
  const isEnded = others.length === 0 ? await endTroubled(deps, first, error) : await runAlone(deps, first, null)
  if (isEnded) return others
  deps.log.warn({ err: error, jobs: jobs.length }, "the database went away under jobs; they are taken up again")
  return []
}

/** `said` is how it has ended already, where its transaction only had to be undone. Whether what became of it is known. */
async function runAlone(deps: BatchDeps, leased: LeasedJob, said: JobEnd | null): Promise<boolean> {
  let end = said
  if (end === null) {
    try {
      await runGroup(deps, [leased])
      return true
    } catch (error) {
      if (error instanceof LeaseLost) return failLostJobs(deps, leased)
      if (isTroubled(error)) return endTroubled(deps, leased, error)
      end = error instanceof Broken && error.end ? error.end : { is: "retry", error: reasonOf(error) }
    }
  }
  return endAlone(deps, toEnding(deps, deps.kind, leased, end))
}

function endTroubled(deps: BatchDeps, leased: LeasedJob, error: unknown): Promise<boolean> {
  return endAlone(deps, toDatabaseFailure(deps, deps.kind, leased, reasonOf(error)))
}

async function endAlone(deps: BatchDeps, ending: JobEnding): Promise<boolean> {
  const { held } = ending
  try {
    await deps.store.system.write((tx) => endJobs(tx, [ending], deps))
    failBatch(deps, ending)
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return failLostJobs(deps, held)
    // Its lease ends, and then somebody takes it up again.
    deps.log.error({ err: error, jobId: held.job.id, kind: held.job.kind }, "the end of a job could not be written")
    return false
  }
}

function isTroubled(error: unknown): boolean {
  return isDatabaseError(error instanceof Broken ? error.cause : error)
}

/** It is over here. */
export function failLostJobs({ log }: Pick<QueueDeps, "log">, { job }: LeasedJob): true {
  log.warn({ jobId: job.id, kind: job.kind }, "a job went to another worker meanwhile; nothing was written")
  return true
}

/** What a person has to know of. */
export function failBatch({ log }: Pick<QueueDeps, "log">, { held: { job }, status, error, runAt }: JobEnding): void {
  const fields = { jobId: job.id, kind: job.kind, lane: job.lane, attempts: job.attempts, error, runAt }
  if (status === "dead") log.error(fields, "a job is dead: its attempts are used up")
  else if (status === "failed") log.error(fields, "a job can never succeed")
  else if (status === "retry") log.info(fields, "a job failed and is tried again")
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof Broken ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
