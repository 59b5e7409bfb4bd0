/** Caches sums that take long: callers get the cached sum for a while, and callers at the same moment share one computation. */
import { toMs } from "../../protocol/time.ts"

interface Kept<T> {
  readonly at: string
  readonly sum: Promise<T>
}

export interface CachedSums<T> {
  /** The sum, and when it was computed. */
  read(key: string, now: string, add: () => Promise<T>): Promise<{ readonly at: string; readonly sum: T }>
}

/** `most`: beyond it, the oldest sum is dropped. */
export function createCachedSums<T>({ freshMs, most }: { freshMs: number; most: number }): CachedSums<T> {
  const all = new Map<string, Kept<T>>()
  const isFresh = ({ at }: Kept<T>, now: string) => Math.abs(toMs(now) - toMs(at)) < freshMs
  return {
    async read(key, now, add) {
      const known = all.get(key)
      if (known && isFresh(known, now)) return { at: known.at, sum: await known.sum }
      const made: Kept<T> = { at: now, sum: add() }
      all.delete(key)
      all.set(key, made)
      const [oldest] = all.keys()
      if (all.size > most && oldest !== undefined) all.delete(oldest)
      made.sum.catch(() => all.get(key) === made && all.delete(key))
      return { at: now, sum: await made.sum }
    },
  }
}
