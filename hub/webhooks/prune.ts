/** Deletes events after their retention time, in small batches, and logs those that were never delivered. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { type PeriodicTask, repeat } from "../../runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { expireDeliveries, oldEvents, removeEvents, removeExpired, removeReplays } from "./prune-store.ts"

const EVERY_MS = 60 * 60 * 1000
/** Rows per transaction. */
const BATCH_MAX = 500
/** Batches per round. The rest waits for the next round. */
const BATCHES_MAX = 200

interface PruneDeps {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
  /** How long events are kept. The row of an undelivered event is kept twice as long. */
  readonly keptMs: number
}

export type Pruner = PeriodicTask<void>

export function createPruner(deps: PruneDeps): Pruner {
  const whenFailed = "old events were not pruned; it is tried again"
  const { log } = deps
  return repeat({ name: "event pruning", everyMs: EVERY_MS, log, whenFailed }, (isOver) => pruneOnce(deps, isOver))
}

async function pruneOnce({ store, clock, log, keptMs }: PruneDeps, isStopped: () => boolean): Promise<void> {
  if (keptMs === Number.POSITIVE_INFINITY) return
  const before = new Date(clock.ms() - keptMs).toISOString()
  const markBefore = new Date(clock.ms() - 2 * keptMs).toISOString()
  for (let batch = 0; batch < BATCHES_MAX && !isStopped(); batch += 1) {
    const expired = await store.system.write((tx) => expireDeliveries(tx, { before, limit: BATCH_MAX }))
    for (const one of expired) log.warn(one, "events grew too old before their endpoint took them")
    if (expired.length === 0) break
  }
  for (let batch = 0; batch < BATCHES_MAX && !isStopped(); batch += 1) {
    const keys = await store.system.read((scope) => oldEvents(scope, { before, limit: BATCH_MAX }))
    if (keys.length === 0) break
    await store.system.write((tx) => removeEvents(tx, keys))
  }
  for (let batch = 0; batch < BATCHES_MAX && !isStopped(); batch += 1) {
    const removed = await store.system.write((tx) => removeExpired(tx, { before: markBefore, limit: BATCH_MAX }))
    if (removed === 0) break
  }
  await store.system.write((tx) => removeReplays(tx, before))
}
