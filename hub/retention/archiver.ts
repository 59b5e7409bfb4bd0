/** Archives what is older than the operator's retention. One process at a time takes a month. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { type PeriodicTask, repeat } from "../../runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { archiveBefore, monthsBefore } from "./archive-before.ts"

const EVERY_MS = 6 * 3_600_000

interface ArchiverDeps {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
  readonly dir: string
  /** 0: nothing is archived. */
  readonly months: number
}

/** A round returns how many orders it has deleted. */
export function createArchiver({ store, clock, log, dir, months }: ArchiverDeps): PeriodicTask<number> {
  const whenFailed = "a month was not archived; nothing of it is lost, and it is tried again"
  return repeat({ name: "archive", everyMs: EVERY_MS, log, whenFailed }, async (isOver) => {
    if (months === 0) return 0
    let orders = 0
    await archiveBefore(
      { store, dir, isOver },
      {
        before: monthsBefore(clock.iso(), months),
        vendorId: null,
        onMonth: ({ tenant, month, file, dropped, stayed }) => {
          orders += dropped
          if (file) log.info({ vendorId: tenant.vendorId, month, file, dropped, stayed }, "a month was archived")
        },
      },
    )
    return orders
  })
}
