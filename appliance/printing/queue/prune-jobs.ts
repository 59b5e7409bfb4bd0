/** Removes old settled jobs in batches, so that an old box is as fast as a new one. */
import type { Database } from "better-sqlite3"
import type { Clock } from "../../../runtime/clock.ts"
import { quietly } from "../../storage/index.ts"
import { pruneJobs, prunePaperCounts } from "./job-routing-store.ts"

const DAY_MS = 86_400_000
const KEEP_MS = 30 * DAY_MS
/** After this time a reprint would no longer be numbered as a copy. */
const KEEP_COUNTS_MS = 800 * DAY_MS
const BATCH_MAX = 200
const EVERY_MS = 10 * 60_000

export function createPruning(db: Database, clock: Clock): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null
  const prune = () => {
    const ago = (ms: number) => new Date(clock.ms() - ms).toISOString()
    pruneJobs(db, { before: ago(KEEP_MS), max: BATCH_MAX, now: clock.iso() })
    prunePaperCounts(db, ago(KEEP_COUNTS_MS))
  }
  return {
    start: () => {
      quietly(prune)
      timer = setInterval(() => quietly(prune), EVERY_MS)
      timer.unref()
    },
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}
