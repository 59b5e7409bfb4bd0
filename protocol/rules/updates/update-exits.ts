/** When a new version that ends by itself again and again is given up: its store sells nothing meanwhile. */

export const EXITS_MAX = 3
const WITHIN_MS = 60_000

/** How often the service had been started again by then, since a moment that does not matter. */
export interface RecentExits {
  readonly atMs: number
  readonly exits: number
}

/** Adds what was seen just now, and forgets what is older than the count needs. A lower number is a new count. */
export function noteExits(seen: readonly RecentExits[], now: RecentExits): RecentExits[] {
  const last = seen.at(-1)
  if (last && now.exits < last.exits) return [now]
  return [...seen.filter(({ atMs }) => now.atMs - atMs <= WITHIN_MS), now]
}

export function exitsTooOften(seen: readonly RecentExits[]): boolean {
  const [first, last] = [seen[0], seen.at(-1)]
  return first !== undefined && last !== undefined && last.exits - first.exits >= EXITS_MAX
}
