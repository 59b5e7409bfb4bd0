/** Deletes ended jobs after 30 days. Failed and dead jobs that nobody has handled stay for 90. */
import { type PeriodicTask, repeat } from "../../runtime/repeat.ts"
import type { QueueDeps } from "./deps.ts"
import { pruneJobs } from "./end-store.ts"

const DAY_MS = 24 * 3_600_000
const KEPT_MS = 30 * DAY_MS
/** Failed and dead jobs that nobody has retried or dismissed. */
const UNHANDLED_KEPT_MS = 90 * DAY_MS
const EVERY_MS = 3_600_000
/** Rows per transaction. */
const BATCH_MAX = 500

/** A round ends when no job is too old any more. It returns how many were deleted. */
export function createPruning({ store, clock, log }: Pick<QueueDeps, "store" | "clock" | "log">): PeriodicTask<number> {
  const whenFailed = "old jobs could not be removed; it is tried again"
  const before = (ms: number) => new Date(clock.ms() - ms).toISOString()
  return repeat({ name: "job pruning", everyMs: EVERY_MS, atStart: true, log, whenFailed }, async (isOver) => {
    let pruned = 0
    while (!isOver()) {
      const until = { ended: before(KEPT_MS), needingPerson: before(UNHANDLED_KEPT_MS) }
      const some = await store.system.write((tx) => pruneJobs(tx, until, BATCH_MAX))
      pruned += some
      if (some === 0) break
    }
    return pruned
  })
}
