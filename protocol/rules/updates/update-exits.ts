/** Detects that a new version keeps crashing, so that the updater goes back to the old one. */

export const EXITS_MAX = 3
const WITHIN_MS = 60_000

/** Number of restarts of the service, counted from some start, at a moment. */
export interface RecentExits {
  readonly atMs: number
  readonly exits: number
}

/** Adds a sample and drops those older than a minute. A lower number of exits means that the count began anew. */
export function noteExits(seen: readonly RecentExits[], now: RecentExits): RecentExits[] {
  const last = seen.at(-1)
  if (last && now.exits < last.exits) return [now]
  return [...seen.filter(({ atMs }) => now.atMs - atMs <= WITHIN_MS), now]
}

export function exitsTooOften(seen: readonly RecentExits[]): boolean {
  const [first, last] = [seen[0], seen.at(-1)]
  return first !== undefined && last !== undefined && last.exits - first.exits >= EXITS_MAX
}
