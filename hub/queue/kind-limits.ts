/** The limits of a kind of job: what it names itself, or the defaults of this file. */
import type { ExternalJobKind, JobKind } from "./job.ts"

/** Jobs of one lane at once, over all processes. */
const LANE_MAX = 20
/** External jobs of one kind at once in one process. */
const PROCESS_MAX = 50
/** Transactional jobs of one claim. */
const CLAIM_MAX = 100
/** The same for a kind whose jobs share statements. */
const BATCH_CLAIM_MAX = 500
const TRANSACTIONAL_LEASE_MS = 10_000
const EXTERNAL_LEASE_MS = 25_000

export function leaseMsOf(kind: JobKind): number {
  return kind.leaseMs ?? ("run" in kind ? EXTERNAL_LEASE_MS : TRANSACTIONAL_LEASE_MS)
}

export function laneLimitsOf({
  laneMax = LANE_MAX,
  laneLeasedMax = laneMax,
  processMax = PROCESS_MAX,
}: ExternalJobKind) {
  return { laneMax, laneLeasedMax, processMax }
}

export function claimLimitsOf(kind: JobKind): { laneMax: number; blocksLane: boolean } {
  return { laneMax: kind.laneMax ?? LANE_MAX, blocksLane: kind.blocksLane ?? false }
}

/** How many jobs the next claim may take while this process has `leased`. A lane that waits for its turn must not use up the places of other lanes. */
export function claimMaxOf(kind: JobKind, leased: number): number {
  if ("run" in kind) {
    const { laneMax, laneLeasedMax, processMax } = laneLimitsOf(kind)
    return Math.ceil((processMax * laneLeasedMax) / laneMax) - leased
  }
  return sharesStatements(kind) ? BATCH_CLAIM_MAX : CLAIM_MAX
}

export function sharesStatements(kind: JobKind): boolean {
  return "applyBatch" in kind && kind.applyBatch !== undefined
}

/** Whether a process may lease more jobs of a healthy lane than run at once. */
export function leasesAhead(kind: JobKind): kind is ExternalJobKind {
  return "run" in kind && kind.laneLeasedMax !== undefined
}
