/**
 * Works on jobs that reach the world: each by itself, and one transaction at its end that only the holder of the job can make. Those that end in
 * one moment share it, where their kind can write what several have told.
 */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { createGroupCommit, type Tenant, type TenantWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { endJobs, LeaseLost, toDatabaseFailure, toEnding } from "./end-job.ts"
import type { ExternalJobKind, JobEnd, Outcome } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"
import { failBatch, failLostJobs, reasonOf } from "./run-batch.ts"

/** Ends of one transaction. */
const ENDS_MAX = 64
/** So many are worth a transaction. */
const ENDS_ENOUGH = 16
/** For fewer, others that are on their way are waited for this long. */
const ENDS_WAIT_MS = 25

export interface ExternalJobs extends Pick<QueueDeps, "store" | "clock" | "chance" | "log" | "elapsed"> {
  readonly kind: ExternalJobKind
}

export interface RunningJob {
  readonly held: LeasedJob
  readonly signal: AbortSignal
  /** The world has been reached: who waits for a place may have this one. */
  readonly onReached: () => void
}

/** What it came to; null when the job was interrupted before it had an end: it is to be given back. */
export type RunExternal = (running: RunningJob) => Promise<JobEnd | null>

const INTERRUPTED: Worked = { end: { is: "retry", error: "interrupted" } }

interface Worked extends Outcome {
  /** The database could not be used. */
  readonly isTroubled?: boolean
}

interface Ended {
  readonly held: LeasedJob
  readonly outcome: Worked
}

export function createExternalJobs(deps: ExternalJobs): RunExternal {
  const writeTogether = createGroupCommit({
    groupMax: ENDS_MAX,
    write: (tenant, group: readonly Ended[]) => writeEnds(deps, tenant, group),
  })
  // Simulated time does not go by while somebody waits.
  const moments = createMoments(deps.elapsed ? 0 : ENDS_WAIT_MS)
  return async ({ held, signal, onReached }) => {
    moments.begin()
    // Lost, or the hub stopped, while it waited for its turn.
    const outcome = signal.aborted ? INTERRUPTED : await workOn(deps, held, signal)
    onReached()
    // What locks rows of its own choosing is written by itself: two groups could wait for each other.
    const isShared = deps.kind.writeTold !== undefined && outcome.told !== undefined
    await moments.end(isShared)
    if (signal.aborted && outcome.end.is === "retry") return null
    const { tenant } = held.job
    try {
      await (isShared ? writeTogether(tenant, { held, outcome }) : writeEnds(deps, tenant, [{ held, outcome }]))
    } catch (error) {
      if (error instanceof LeaseLost) failLostJobs(deps, held)
      else await writeFailure(deps, held, error)
    }
    return outcome.end
  }
}

async function workOn({ kind }: ExternalJobs, { job }: LeasedJob, signal: AbortSignal): Promise<Worked> {
  try {
    return await kind.outside(job, signal)
  } catch (error) {
    return failedBy(error)
  }
}

function failedBy(error: unknown): Worked {
  return { end: { is: "retry", error: reasonOf(error) }, isTroubled: error instanceof StoreUnavailable }
}

/** All of them, or none. */
async function writeEnds(deps: ExternalJobs, tenant: Tenant, group: readonly Ended[]): Promise<readonly undefined[]> {
  const { store, kind } = deps
  const endings = group.map(({ held, outcome: { end, isTroubled } }) =>
    isTroubled && end.is === "retry" ? toDatabaseFailure(deps, kind, held, end.error) : toEnding(deps, kind, held, end),
  )
  await store.write(tenant, async (tx) => {
    await writeOutcomes(kind, tx, group)
    await endJobs(tx.system, endings, deps)
  })
  for (const ending of endings) failBatch(deps, ending)
  return group.map(() => undefined)
}

async function writeOutcomes(kind: ExternalJobKind, tx: TenantWrite, group: readonly Ended[]): Promise<void> {
  const told = group.flatMap(({ outcome }) => outcome.told ?? [])
  if (kind.writeTold && told.length > 1) return kind.writeTold(tx, told)
  for (const { outcome } of group) await outcome.write?.(tx)
}

/** What had to be written could not be: the job is tried again. */
async function writeFailure(deps: ExternalJobs, leased: LeasedJob, error: unknown): Promise<void> {
  try {
    await writeEnds(deps, leased.job.tenant, [{ held: leased, outcome: failedBy(error) }])
  } catch (again) {
    // Its lease ends, and then somebody takes it up again.
    const { id, kind } = leased.job
    deps.log.error({ err: again, jobId: id, kind }, "the end of a job could not be written")
  }
}

/** Those that share wait for each other for a moment: until they are enough, nobody else is on the way, or it has passed. */
function createMoments(waitMs: number) {
  let onTheWay = 0
  const waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    clearTimeout(timer)
    timer = undefined
    for (const go of waiting.splice(0)) go()
  }
  return {
    begin() {
      onTheWay += 1
    },
    end(isShared: boolean): Promise<void> {
      onTheWay -= 1
      const passed = isShared ? new Promise<void>((resolve) => void waiting.push(resolve)) : Promise.resolve()
      if (onTheWay === 0 || waiting.length >= ENDS_ENOUGH || waitMs === 0) pass()
      else if (waiting.length > 0) timer ??= setTimeout(pass, waitMs)
      return passed
    },
  }
}
