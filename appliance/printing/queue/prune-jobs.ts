/** Takes old papers off the spool, some at a time, so that a box of years is as quick as a new one. */
import type { Database } from "better-sqlite3"
import type { Clock } from "../../../runtime/clock.ts"
import { quietly } from "../../storage/index.ts"
import { forgetPaperCounts, pruneJobs } from "./job-routing-store.ts"

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
/** After this nobody asks for a copy of a paper, and one that is asked for would be an original again. */
const COUNTS_KEPT_MS = 800 * DAY_MS
const BATCH_MAX = 200
const EVERY_MS = 10 * 60_000

export function createPruning(db: Database, clock: Clock): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null
  const prune = () => {
    const ago = (ms: number) => new Date(clock.ms() - ms).toISOString()
    pruneJobs(db, { before: ago(KEPT_MS), max: BATCH_MAX, now: clock.iso() })
    forgetPaperCounts(db, ago(COUNTS_KEPT_MS))
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
