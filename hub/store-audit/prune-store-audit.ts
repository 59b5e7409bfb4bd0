/** Deletes audit entries that are older than the operator's retention, a few at a time, every hour. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { type PeriodicTask, repeat } from "../../runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { pruneStoreAudit } from "./store-audit-store.ts"

const EVERY_MS = 3_600_000
const BATCH_MAX = 500

interface AuditPrunerDeps {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
  /** Infinite: for ever. */
  readonly keptMs: number
}

/** A round returns how many entries it has deleted. */
export function createAuditPruner({ store, clock, log, keptMs }: AuditPrunerDeps): PeriodicTask<number> {
  const whenFailed = "old entries of the stores' trails could not be removed; it is tried again"
  return repeat({ name: "trail pruning", everyMs: EVERY_MS, log, whenFailed }, async (isOver) => {
    if (!Number.isFinite(keptMs)) return 0
    const before = new Date(clock.ms() - keptMs).toISOString()
    let pruned = 0
    while (!isOver()) {
      const some = await store.system.write((scope) => pruneStoreAudit(scope, before, BATCH_MAX))
      pruned += some
      if (some < BATCH_MAX) break
    }
    return pruned
  })
}
