/** Keeps events for 30 days, then lets them go in small batches, saying which were never taken. */
import type { Clock } from "../../protocol/runtime/clock.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import { type Repeating, repeat } from "../../protocol/runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { expireDeliveries, oldEvents, removeEvents, removeExpired, removeReplays } from "./prune-store.ts"

const DAY_MS = 24 * 60 * 60 * 1000
export const KEPT_MS = 30 * DAY_MS
/** The mark of an event that nobody took is kept as long again. */
const MARK_KEPT_MS = 2 * KEPT_MS
const EVERY_MS = 60 * 60 * 1000
/** Rows of one transaction. */
const BATCH_MAX = 500
/** Batches of one round: the rest waits for the next. */
const BATCHES_MAX = 200

export interface PruneParts {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
}

export type Pruner = Repeating<void>

export function createPruner(parts: PruneParts): Pruner {
  const whenFailed = "old events were not pruned; it is tried again"
  const { log } = parts
  return repeat({ name: "event pruning", everyMs: EVERY_MS, log, whenFailed }, (isOver) => pruneOnce(parts, isOver))
}

async function pruneOnce({ store, clock, log }: PruneParts, isStopped: () => boolean): Promise<void> {
  const before = new Date(clock.ms() - KEPT_MS).toISOString()
  const markBefore = new Date(clock.ms() - MARK_KEPT_MS).toISOString()
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
