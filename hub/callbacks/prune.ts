/** Forgets reports with their jobs, a few at a time, every hour. */
import type { Log } from "../../protocol/runtime/log.ts"
import { type Repeating, repeat } from "../../protocol/runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { pruneCallbacks } from "./callbacks-store.ts"

const EVERY_MS = 3_600_000

/** A round ends when nothing is too old any more, and says how many there were. */
export function createCallbackPruner({ store, log }: { store: HubStore; log: Log }): Repeating<number> {
  const whenFailed = "old reports could not be removed; it is tried again"
  return repeat({ name: "report pruning", everyMs: EVERY_MS, log, whenFailed }, async (isOver) => {
    let pruned = 0
    while (!isOver()) {
      const some = await store.system.write(pruneCallbacks)
      pruned += some
      if (some === 0) break
    }
    return pruned
  })
}
