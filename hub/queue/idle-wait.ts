/** How long a busy kind rests before it looks again, so that many jobs share a transaction. */

/** A round of fewer says nothing of what is coming. */
const REST_FROM = 24
const REST_MIN_MS = 50
/** With its work and its commit a job has ended within half a second. */
const REST_MAX_MS = 200
/** Jobs that the next round should find: fewer than one takes, so that nothing is left lying. */
const WANTED = 400

export interface Found {
  readonly jobs: number
  /** They came within this time: since the round before. */
  readonly withinMs: number
}

/** In milliseconds; 0 is none. Few a second rest shortly or not at all, whatever the rest before was. */
export function idleWaitAfter({ jobs, withinMs }: Found): number {
  if (jobs < REST_FROM) return 0
  const perMs = jobs / Math.max(1, withinMs)
  if (perMs * REST_MIN_MS < REST_FROM) return REST_MIN_MS
  return Math.round(Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, WANTED / perMs)))
}
