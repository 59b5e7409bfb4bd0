/**
 * Runs external jobs, each by itself. One transaction then writes the outcome and ends the job, if this worker still has its lease.
 * Jobs that end at nearly the same moment share that transaction where their kind can write several records at once.
 */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { createGroupCommit, type Tenant, type TenantWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { endJobs, LeaseLost, toDatabaseFailure, toEnding } from "./end-job.ts"
import type { ExternalJobKind, ExternalResult, JobEnd } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"
import { logEnding, logLostLease, reasonOf } from "./run-batch.ts"

/** Ends per transaction. */
const ENDS_MAX = 64
/** From this many on, a transaction begins at once. */
const ENDS_ENOUGH = 16
/** Fewer wait this long for other jobs that are still running. */
const ENDS_WAIT_MS = 25

interface ExternalJobs extends Pick<QueueDeps, "store" | "clock" | "chance" | "log" | "elapsed"> {
  readonly kind: ExternalJobKind
}

interface RunningJob {
  readonly leased: LeasedJob
  readonly signal: AbortSignal
  /** The outside call is over: the next job of the lane may begin while this one is being written. */
  readonly onCallEnd: () => void
}

/** Returns null when the job was interrupted before it had an end: then it must be given back. */
type RunExternal = (running: RunningJob) => Promise<JobEnd | null>

const INTERRUPTED: ExternalOutcome = { end: { is: "retry", error: "interrupted" } }

interface ExternalOutcome extends ExternalResult {
  readonly isDatabaseFailure?: boolean
}

interface EndedJob {
  readonly leased: LeasedJob
  readonly outcome: ExternalOutcome
}

export function createExternalJobs(deps: ExternalJobs): RunExternal {
  const writeInGroup = createGroupCommit({
    groupMax: ENDS_MAX,
    write: (tenant, group: readonly EndedJob[]) => writeEnds(deps, tenant, group),
  })
  // In a simulation, time does not pass while a job waits.
  const gate = createEndGate(deps.elapsed ? 0 : ENDS_WAIT_MS)
  return async ({ leased, signal, onCallEnd }) => {
    gate.begin()
    // The lease was lost, or the hub stopped, while the job waited for its turn.
    const outcome = signal.aborted ? INTERRUPTED : await callOutside(deps, leased, signal)
    onCallEnd()
    // A `write` locks rows in an order of its own. Two groups of such writes could wait for each other, so each is written alone.
    const isShared = deps.kind.writeRecords !== undefined && outcome.record !== undefined
    await gate.end(isShared)
    if (signal.aborted && outcome.end.is === "retry") return null
    const { tenant } = leased.job
    try {
      await (isShared ? writeInGroup(tenant, { leased, outcome }) : writeEnds(deps, tenant, [{ leased, outcome }]))
    } catch (error) {
      if (error instanceof LeaseLost) logLostLease(deps, leased)
      else await writeFailure(deps, leased, error)
    }
    return outcome.end
  }
}

async function callOutside({ kind }: ExternalJobs, { job }: LeasedJob, signal: AbortSignal): Promise<ExternalOutcome> {
  try {
    return await kind.run(job, signal)
  } catch (error) {
    return failedBy(error)
  }
}

function failedBy(error: unknown): ExternalOutcome {
  return { end: { is: "retry", error: reasonOf(error) }, isDatabaseFailure: error instanceof StoreUnavailable }
}

/** Writes and ends all of the group, or none. */
async function writeEnds(
  deps: ExternalJobs,
  tenant: Tenant,
  group: readonly EndedJob[],
): Promise<readonly undefined[]> {
  const { store, kind } = deps
  const endings = group.map(({ leased, outcome: { end, isDatabaseFailure } }) =>
    isDatabaseFailure && end.is === "retry"
      ? toDatabaseFailure(deps, kind, leased, end.error)
      : toEnding(deps, kind, leased, end),
  )
  await store.write(tenant, async (tx) => {
    await writeOutcomes(kind, tx, group)
    await endJobs(tx.system, endings, deps)
  })
  for (const ending of endings) logEnding(deps, ending)
  return group.map(() => undefined)
}

async function writeOutcomes(kind: ExternalJobKind, tx: TenantWrite, group: readonly EndedJob[]): Promise<void> {
  const records = group.flatMap(({ outcome }) => outcome.record ?? [])
  if (kind.writeRecords && records.length > 1) return kind.writeRecords(tx, records)
  for (const { outcome } of group) await outcome.write?.(tx)
}

/** The outcome could not be written, so the job is tried again. */
async function writeFailure(deps: ExternalJobs, leased: LeasedJob, error: unknown): Promise<void> {
  try {
    await writeEnds(deps, leased.job.tenant, [{ leased: leased, outcome: failedBy(error) }])
  } catch (writeError) {
    // When the lease has ended, a worker claims the job again.
    const { id, kind } = leased.job
    deps.log.error({ err: writeError, jobId: id, kind }, "the end of a job could not be written")
  }
}

/** Lets jobs that share a transaction wait for each other: until they are enough, none is running any more, or the time is over. */
function createEndGate(waitMs: number) {
  let running = 0
  const waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const openGate = () => {
    clearTimeout(timer)
    timer = undefined
    for (const resume of waiting.splice(0)) resume()
  }
  return {
    begin() {
      running += 1
    },
    end(isShared: boolean): Promise<void> {
      running -= 1
      const opened = isShared ? new Promise<void>((resolve) => void waiting.push(resolve)) : Promise.resolve()
      if (running === 0 || waiting.length >= ENDS_ENOUGH || waitMs === 0) openGate()
      else if (waiting.length > 0) timer ??= setTimeout(openGate, waitMs)
      return opened
    },
  }
}
