/** How long a busy kind rests between rounds, so that more jobs share one transaction. */

/** A round with fewer jobs says nothing about how many are coming. */
const REST_FROM_JOBS = 24
const REST_MIN_MS = 50
/** With its run and its commit, a job then ends within half a second. */
const REST_MAX_MS = 200
/** Jobs that the next round should find: fewer than its limit of 500, so that none is left over. */
const WANTED_JOBS = 400

interface RoundSize {
  readonly jobs: number
  /** Time since the round before, in milliseconds. */
  readonly withinMs: number
}

/** Returns milliseconds; 0 is no rest. A low rate of jobs rests shortly or not at all. */
export function idleWaitAfter({ jobs, withinMs }: RoundSize): number {
  if (jobs < REST_FROM_JOBS) return 0
  const jobsPerMs = jobs / Math.max(1, withinMs)
  if (jobsPerMs * REST_MIN_MS < REST_FROM_JOBS) return REST_MIN_MS
  return Math.round(Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, WANTED_JOBS / jobsPerMs)))
}
