/** Forgets ended jobs, a few at a time: callbacks are looked up for 30 days, and what a person was not asked about yet stays longer. */
import { type PeriodicTask, repeat } from "../../runtime/repeat.ts"
import type { QueueDeps } from "./deps.ts"
import { pruneJobs } from "./end-store.ts"

const DAY_MS = 24 * 3_600_000
const KEPT_MS = 30 * DAY_MS
/** Failed and dead jobs that nobody has retried or dismissed. */
const ASKING_KEPT_MS = 90 * DAY_MS
const EVERY_MS = 3_600_000
/** Rows of one transaction. */
const BATCH_MAX = 500

/** A round ends when nothing is too old any more, and says how many there were. */
export function createPruning({ store, clock, log }: Pick<QueueDeps, "store" | "clock" | "log">): PeriodicTask<number> {
  const whenFailed = "old jobs could not be removed; it is tried again"
  const before = (ms: number) => new Date(clock.ms() - ms).toISOString()
  return repeat({ name: "job pruning", everyMs: EVERY_MS, atStart: true, log, whenFailed }, async (isOver) => {
    let pruned = 0
    while (!isOver()) {
      const until = { quiet: before(KEPT_MS), asking: before(ASKING_KEPT_MS) }
      const some = await store.system.write((tx) => pruneJobs(tx, until, BATCH_MAX))
      pruned += some
      if (some === 0) break
    }
    return pruned
  })
}
