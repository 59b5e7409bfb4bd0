/** Works off fresh jobs in the transaction that finds them, without a claim: their rows are written once more, and not twice. */

import { isRefused } from "../../runtime/storage/database-errors.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { SystemWrite } from "../storage/index.ts"
import { type Claim, dueJobs } from "./claim-store.ts"
import { endJobs } from "./end-job.ts"
import type { JobEnding } from "./end-store.ts"
import type { LeasedJob } from "./leased-job.ts"
import { type BatchDeps, failBatch, workOff } from "./run-batch.ts"

export interface ImmediateJobs extends BatchDeps {
  /** What was there before this process is claimed: a job that ends its process must come to an end itself, by its attempts. */
  readonly since: string
}

/** What was found, and how many of that have ended. */
export interface ImmediateRun {
  readonly found: readonly LeasedJob[]
  readonly ended: number
}

/** Null: nothing was done, and a claim has to find out what it is that cannot be worked off like this. */
export async function runImmediately(
  deps: ImmediateJobs,
  claim: Omit<Claim, "leaseUntil">,
): Promise<ImmediateRun | null> {
  const done = await deps.store.system
    .write((tx) => workOffFresh(deps, tx, claim))
    .catch((error) => {
      // A lock that is kept stops the one that needs it: which one, a claim finds out.
      if (error instanceof StoreUnavailable && !isRefused(error.cause)) throw error
      deps.log.debug({ err: error, kind: claim.kind }, "jobs could not be worked off at once; they are claimed")
      return null
    })
  for (const ending of done?.endings ?? []) failBatch(deps, ending)
  return done && { found: done.found, ended: done.endings.length }
}

/** Alone from the look to the commit, also over processes: so nobody claims what is found here. */
async function workOffFresh(
  deps: ImmediateJobs,
  tx: SystemWrite,
  claim: Omit<Claim, "leaseUntil">,
): Promise<{ found: readonly LeasedJob[]; endings: readonly JobEnding[] } | null> {
  const { store, since } = deps
  await store.dialect.alone(tx.db, `queue/${claim.kind}`)
  const found = await dueJobs(tx, claim, store.dialect)
  const isFresh = ({ job }: LeasedJob) => job.attempts === 1 && job.firstReceivedAt >= since
  if (!found.every(isFresh)) return null
  const endings = found.length === 0 ? [] : await workOff(deps, tx, found)
  if (endings.length > 0) await endJobs(tx, endings, { ...deps, from: "queued" })
  return { found, endings }
}
