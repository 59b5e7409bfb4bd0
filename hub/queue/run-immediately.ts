/** Runs jobs that were never tried in the transaction that finds them, without a claim. Each row is then written once more instead of twice. */

import { isRefused } from "../../runtime/storage/database-errors.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { SystemWrite } from "../storage/index.ts"
import { type Claim, dueJobs } from "./claim-store.ts"
import { endJobs } from "./end-job.ts"
import type { JobEnding } from "./end-store.ts"
import type { LeasedJob } from "./leased-job.ts"
import { type BatchDeps, logEnding, runJobs } from "./run-batch.ts"

interface ImmediateJobs extends BatchDeps {
  /** Jobs from before the start of this process are claimed, so that a job that ends its process each time uses up its attempts. */
  readonly since: string
}

/** The jobs that were found, and how many of them have ended. */
interface ImmediateRun {
  readonly found: readonly LeasedJob[]
  readonly ended: number
}

/** Null: nothing was done, because a job was tried before or one failed. The jobs must be claimed. */
export async function runImmediately(
  deps: ImmediateJobs,
  claim: Omit<Claim, "leaseUntil">,
): Promise<ImmediateRun | null> {
  const run = await deps.store.system
    .write((tx) => runFreshJobs(deps, tx, claim))
    .catch((error) => {
      // Somebody keeps a lock that one of the jobs needs. A claim finds out which one.
      if (error instanceof StoreUnavailable && !isRefused(error.cause)) throw error
      deps.log.debug({ err: error, kind: claim.kind }, "jobs could not be run without a claim; they are claimed")
      return null
    })
  for (const ending of run?.endings ?? []) logEnding(deps, ending)
  return run && { found: run.found, ended: run.endings.length }
}

/** `alone` locks out the claims of all processes until the commit, so nobody else claims the jobs that are found here. */
async function runFreshJobs(
  deps: ImmediateJobs,
  tx: SystemWrite,
  claim: Omit<Claim, "leaseUntil">,
): Promise<{ found: readonly LeasedJob[]; endings: readonly JobEnding[] } | null> {
  const { store, since } = deps
  await store.dialect.alone(tx.db, `queue/${claim.kind}`)
  const found = await dueJobs(tx, claim, store.dialect)
  const isFresh = ({ job }: LeasedJob) => job.attempts === 1 && job.firstReceivedAt >= since
  if (!found.every(isFresh)) return null
  const endings = found.length === 0 ? [] : await runJobs(deps, tx, found)
  if (endings.length > 0) await endJobs(tx, endings, { ...deps, from: "queued" })
  return { found, endings }
}
