/** Deletes old reports with their jobs, a few at a time, every hour. */
import type { Log } from "../../runtime/log.ts"
import { type PeriodicTask, repeat } from "../../runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { pruneCallbacks } from "./callbacks-store.ts"

const EVERY_MS = 3_600_000

interface CallbackPrunerDeps {
  readonly store: HubStore
  readonly log: Log
  /** How long reports are kept at least. */
  readonly keptMs: number
}

/** A round deletes all that is too old, and returns how many reports that were. */
export function createCallbackPruner({ store, log, keptMs }: CallbackPrunerDeps): PeriodicTask<number> {
  const whenFailed = "old reports could not be removed; it is tried again"
  return repeat({ name: "report pruning", everyMs: EVERY_MS, log, whenFailed }, async (isOver) => {
    let pruned = 0
    if (keptMs === Number.POSITIVE_INFINITY) return pruned
    while (!isOver()) {
      const some = await store.system.write((tx) => pruneCallbacks(tx, keptMs))
      pruned += some
      if (some === 0) break
    }
    return pruned
  })
}
