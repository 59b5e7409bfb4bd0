/** The workers of one kind in one process: woken, they claim and work until nothing is due. */

import type { SystemWrite } from "../storage/index.ts"
import { claimJobs, jobsWithExpiredLease, lookAhead, type Outlook, promote } from "./claim-store.ts"
import type { QueueDeps } from "./deps.ts"
import { endJobs, toLostEnding } from "./end-job.ts"
import type { JobEnding } from "./end-store.ts"
import { createHealthyLanes, type HealthyLanes } from "./healthy-lanes.ts"
import { idleWaitAfter } from "./idle-wait.ts"
import type { ExternalJobKind, JobKind, TransactionalJobKind } from "./job.ts"
import { createLaneScheduler } from "./lane-scheduler.ts"
import type { LeasedJob } from "./leased-job.ts"
import { createLeases, type Leases } from "./leases.ts"
import { failBatch, runBatch } from "./run-batch.ts"
import { createExternalJobs } from "./run-external.ts"
import { runImmediately } from "./run-immediately.ts"

const LANE_MAX = 20
const AT_ONCE_MAX = 50
/** Jobs of one claim whose effect is in the database. */
const CLAIM_MAX = 100
/** The same where several share statements. */
const CLAIM_TOGETHER_MAX = 500
/** Later jobs that become due, and lost ones that are taken back, with one claim. */
const TEND_MAX = 500
const LEASE_IN_TRANSACTION_MS = 10_000
const LEASE_OUTSIDE_MS = 25_000
/** Wakes may be lost: so often a kind is looked at anyway. */
const POLL_MS = 5_000
/** So often a round over many lanes stops to see to later and to lost jobs. */
const LOOK_EVERY_MS = 500
/** A moment that has come, but whose job somebody else holds. */
const WAIT_MIN_MS = 20
/** After a failure of the database. */
const PAUSE_MS = 1_000
/** PostgreSQL: transactions of one kind at once. SQLite has one writer. */
const GROUPS_ON_POSTGRES = 3

export interface WorkerPool {
  wake(): void
  /** Works until nothing is due; whether there was anything. */
  settle(): Promise<boolean>
  /** Claims nothing more; ends when what runs has ended. */
  drain(): Promise<void>
  /** What still runs is interrupted and given back. */
  giveBack(): Promise<void>
}

interface WorkerPoolDeps extends Omit<QueueDeps, "kinds"> {
  readonly name: string
  readonly kind: JobKind
}

export function createWorkerPool(deps: WorkerPoolDeps): WorkerPool {
  const { name, kind, store, clock, log, elapsed = () => performance.now() } = deps
  const hold = createLeases({ ...deps, leaseMs: leaseOf(kind) })
  const since = clock.iso()
  const quick = createHealthyLanes()
  const running = new Set<Promise<void>>()
  let afterLane = ""
  let claimed = 0
  let timer: NodeJS.Timeout | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let beganAt = Number.NEGATIVE_INFINITY
  let pumping: Promise<void> | undefined
  let isAsked = false
  let isOver = false

  const openTurns = (kind: ExternalJobKind) => {
    const run = createExternalJobs({ ...deps, kind })
    const turns = createLaneScheduler({
      ...placesOf(kind),
      begin: (leased) => {
        const onReached = () => turns.leave(leased.job.lane)
        const work = run({ held: leased, signal: hold.signalOf(leased), onReached }).then((end) => {
          if (end) hold.release([leased])
          if (end && end.is !== "ignored") quick.note(leased.job.lane, end.is === "processed")
          running.delete(work)
          wake()
        })
        running.add(work)
      },
    })
    return turns
  }
  const turns = "outside" in kind ? openTurns(kind) : undefined
  const runAll = async (jobs: readonly LeasedJob[]) => {
    if (turns) return turns.add(jobs)
    await Promise.all(apart(jobs, store.dialect.engine === "sqlite" ? 1 : GROUPS_ON_POSTGRES).map(runThese))
  }
  const runThese = async (jobs: readonly LeasedJob[]) => {
    const rest = await runBatch({ ...deps, kind: kind as TransactionalJobKind }, jobs, () => isOver)
    hold.release(jobs.filter((leased) => !rest.includes(leased)))
  }
  /** Where several share statements, fresh jobs need no claim. Null: they are claimed. */
  const workOffFresh = async (limit: number) => {
    if (!isTogether(kind)) return null
    const claim = { ...claimOf(deps), afterLane, limit }
    const round = await runImmediately({ ...deps, kind: kind as TransactionalJobKind, since }, claim)
    claimed += round?.ended ?? 0
    return round
  }
  /** Claims and works; or says when there will be something, where nothing is due, nor lost. */
  const runRound = async (limit: number): Promise<Round | { nothing: Outlook }> => {
    let isTending = false
    let seen: Outlook | null = null
    if (afterLane === "" || elapsed() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = elapsed()
      seen = await look(deps)
      isTending = seen.next !== null && seen.next <= clock.iso()
      if (!seen.due && !isTending) return { nothing: seen }
    }
    const round = isTending ? null : await workOffFresh(limit)
    if (round) {
      const { found, ended } = round
      // What the time did not suffice for comes with the next one.
      const isWhole = ended === found.length
      return { found: isWhole ? ended : limit, lastLane: found[ended - 1]?.job.lane ?? "", seen: null }
    }
    const jobs = await claimOnce(deps, { hold, quick, afterLane, limit, isTending })
    hold.add(jobs)
    claimed += jobs.length
    await runAll(jobs)
    return { found: jobs.length, lastLane: jobs.at(-1)?.job.lane ?? "", seen: isTending ? null : seen }
  }
  /** Rounds over the lanes until one that began at the first lane finds nothing; what it saw ahead, if it looked. */
  const work = async (): Promise<Outlook | null> => {
    while (!isOver) {
      const room = roomOf(kind, hold.size)
      if (room <= 0) return FULL
      const isFirst = afterLane === ""
      const now = elapsed()
      const withinMs = now - beganAt
      beganAt = now
      const round = await runRound(room)
      if ("nothing" in round) return round.nothing
      afterLane = round.found < room ? "" : round.lastLane
      if (round.found === 0 && isFirst) return null
      // Every lane has as many at work as it may have: the next that ends wakes.
      if (turns && isFirst && round.found < room && round.seen) return round.seen
      // A full one says that more are here already.
      const restMs = isTogether(kind) && round.found < room ? idleWaitAfter({ jobs: round.found, withinMs }) : 0
      if (restMs > 0) await rest(restMs)
    }
    return null
  }
  const pump = async () => {
    while (isAsked && !isOver) {
      // Those that end together wake together.
      if (turns) await nextLoopTurn()
      isAsked = false
      clearTimeout(timer)
      const wait = await work()
        .then((seen) => waitOf(deps, seen))
        .catch((error) => {
          log.error({ err: error, kind: name }, "jobs could not be claimed; they are looked at again")
          return PAUSE_MS
        })
      if (!isOver) timer = setTimeout(wake, wait)
    }
    pumping = undefined
  }
  const wake = () => {
    if (isOver) return
    isAsked = true
    pumping ??= pump()
  }
  const idle = async () => {
    while (pumping || running.size > 0) await (pumping ?? Promise.race(running))
  }
  return {
    wake,
    async settle() {
      const before = claimed
      // What ran already when it was asked may have made work for others too.
      const ranAlready = running.size > 0 || pumping !== undefined
      wake()
      await idle()
      return ranAlready || claimed > before
    },
    async drain() {
      isOver = true
      turns?.close()
      clearTimeout(timer)
      await idle()
    },
    async giveBack() {
      hold.interrupt()
      await hold.giveBack()
    },
  }
}

/** Whatever comes, what ends first wakes. */
const FULL: Outlook = { due: true, next: null }

interface Round {
  readonly found: number
  readonly lastLane: string
  /** What there was before, where later and lost jobs were left alone. */
  readonly seen: Outlook | null
}

interface ClaimInput {
  readonly hold: Leases
  readonly quick: HealthyLanes
  readonly afterLane: string
  readonly limit: number
  readonly isTending: boolean
}

async function claimOnce(deps: WorkerPoolDeps, { hold, quick, isTending, ...asked }: ClaimInput): Promise<LeasedJob[]> {
  const { name, store, kind } = deps
  const own = mayHoldMore(kind) && { names: quick.names(), heldMax: placesOf(kind).laneHeldMax, mine: hold.ids() }
  const lost: JobEnding[] = []
  const jobs = await store.system.write(async (tx) => {
    lost.length = 0
    await store.dialect.alone(tx.db, `queue/${name}`)
    if (isTending) lost.push(...(await tend(deps, tx)))
    const claim = { ...claimOf(deps), ...(own && { own }), ...asked, leaseUntil: hold.leaseUntil() }
    return claimJobs(tx, claim, store.dialect)
  })
  for (const ending of lost) failBatch(deps, ending)
  return jobs
}

/** What is later may be due now, and what a lost worker held is anybody's. */
async function tend(deps: WorkerPoolDeps, tx: SystemWrite): Promise<JobEnding[]> {
  const { name, kind, store } = deps
  await promote(tx, { kind: name, limit: TEND_MAX }, store.dialect)
  const lost = await jobsWithExpiredLease(tx, { kind: name, limit: TEND_MAX, leaseMs: leaseOf(kind) }, store.dialect)
  const endings = lost.map((leased) => toLostEnding(kind, leased, tx.now))
  if (endings.length > 0) await endJobs(tx, endings, deps)
  return endings
}

function claimOf({ name, kind }: WorkerPoolDeps) {
  return { kind: name, laneMax: kind.laneMax ?? LANE_MAX, holdsLane: kind.holdsLane ?? false }
}

function look({ store, name, kind }: WorkerPoolDeps): Promise<Outlook> {
  return store.system.read((scope) => lookAhead(scope, { kind: name, leaseMs: leaseOf(kind) }))
}

async function waitOf(deps: WorkerPoolDeps, seen: Outlook | null): Promise<number> {
  const { next } = seen ?? (await look(deps))
  if (next === null) return POLL_MS
  return Math.min(POLL_MS, Math.max(WAIT_MIN_MS, Date.parse(next) - deps.clock.ms()))
}

function isTogether(kind: JobKind): boolean {
  return "together" in kind && kind.together !== undefined
}

function placesOf({ laneMax = LANE_MAX, laneHeldMax = laneMax, atOnceMax = AT_ONCE_MAX }: ExternalJobKind) {
  return { laneMax, laneHeldMax, atOnceMax }
}

function mayHoldMore(kind: JobKind): kind is ExternalJobKind {
  return "outside" in kind && kind.laneHeldMax !== undefined
}

/** An outside job that waits for its turn keeps none of another lane from theirs. */
function roomOf(kind: JobKind, held: number): number {
  if ("outside" in kind) {
    const { laneMax, laneHeldMax, atOnceMax } = placesOf(kind)
    return Math.ceil((atOnceMax * laneHeldMax) / laneMax) - held
  }
  return isTogether(kind) ? CLAIM_TOGETHER_MAX : CLAIM_MAX
}

function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function leaseOf(kind: JobKind): number {
  return kind.leaseMs ?? ("outside" in kind ? LEASE_OUTSIDE_MS : LEASE_IN_TRANSACTION_MS)
}

/** So many heaps; a lane stays together and in its order. */
function apart(jobs: readonly LeasedJob[], heaps: number): LeasedJob[][] {
  const lanes = [...new Set(jobs.map(({ job }) => job.lane))]
  const heapOf = new Map(lanes.map((lane, n) => [lane, n % heaps]))
  const found = Array.from({ length: heaps }, (_, n) => jobs.filter(({ job }) => heapOf.get(job.lane) === n))
  return found.filter((heap) => heap.length > 0)
}
