/** Forgets ended jobs, a few at a time: callbacks are looked up for 30 days, and what a person was not asked about yet stays longer. */
import { pruneJobs } from "./end-store.ts"
import type { QueueParts } from "./queue.ts"

const DAY_MS = 24 * 3_600_000
const KEPT_MS = 30 * DAY_MS
/** Failed and dead jobs that nobody has retried or dismissed. */
const ASKING_KEPT_MS = 90 * DAY_MS
const EVERY_MS = 3_600_000
/** Rows of one transaction. */
const BATCH_MAX = 500

export interface Pruning {
  start(): void
  stop(): Promise<void>
  prune(): Promise<number>
}

export function createPruning({ store, clock, log }: Pick<QueueParts, "store" | "clock" | "log">): Pruning {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const before = (ms: number) => new Date(clock.ms() - ms).toISOString()
  const prune = async () => {
    let pruned = 0
    while (!isOver) {
      const until = { quiet: before(KEPT_MS), asking: before(ASKING_KEPT_MS) }
      const some = await store.system.write((tx) => pruneJobs(tx, until, BATCH_MAX))
      pruned += some
      if (some === 0) break
    }
    return pruned
  }
  const pruneNow = () => {
    running = prune().catch((error) => log.warn({ err: error }, "old jobs could not be removed; it is tried again"))
  }
  return {
    prune,
    start() {
      pruneNow()
      timer = setInterval(pruneNow, EVERY_MS)
    },
    async stop() {
      isOver = true
      clearInterval(timer)
      await running
    },
  }
}
