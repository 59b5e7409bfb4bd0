/** Forgets reports with their jobs, a few at a time, every hour. */
import type { Part } from "../../protocol/runtime/lifecycle.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import type { HubStore } from "../storage/index.ts"
import { pruneCallbacks } from "./callbacks-store.ts"

const EVERY_MS = 3_600_000

export interface CallbackPruner extends Part {
  /** Resolves when nothing is too old any more; how many there were. */
  prune(): Promise<number>
}

export function createCallbackPruner({ store, log }: { store: HubStore; log: Log }): CallbackPruner {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const prune = async () => {
    let pruned = 0
    while (!isOver) {
      const some = await store.system.write(pruneCallbacks)
      pruned += some
      if (some === 0) break
    }
    return pruned
  }
  const pruneNow = () => {
    running = prune().catch((error) => log.warn({ err: error }, "old reports could not be removed; it is tried again"))
  }
  return {
    name: "report pruning",
    prune,
    start() {
      timer = setInterval(pruneNow, EVERY_MS)
      timer.unref()
    },
    async stop() {
      isOver = true
      clearInterval(timer)
      await running
    },
  }
}
