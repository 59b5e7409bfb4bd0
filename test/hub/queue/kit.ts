/** A queue on a real database whose jobs leave a mark each. */
import type { Transaction } from "kysely"
import { beforeAll } from "vitest"
import { createQueue, enqueueAll, type JobKinds, type NewJob, type Queue } from "../../../hub/queue/index.ts"
import { createHubStore, type HubStore, type HubTables } from "../../../hub/storage/index.ts"
import { createManualClock, type ManualClock } from "../../../runtime/clock.ts"
import { createIds, type Ids } from "../../../runtime/ids.ts"
import { type Log, silentLog } from "../../../runtime/log.ts"
import type { OpenStore } from "../../kit/databases.ts"
import { whenOver } from "../../kit/temp.ts"
import { type MarkTables, QUEUE_MIGRATIONS, TENANT } from "./mark.ts"

export { leaveMark, TENANT } from "./mark.ts"

export const NOW = "2026-11-21T18:00:00.000Z"
export interface TestQueue {
  readonly store: HubStore
  readonly clock: ManualClock
  readonly queue: Queue
  /** Adds jobs; absent are kind `work` and lane `a`. Their ids. */
  add(...jobs: Partial<NewJob>[]): Promise<string[]>
  /** Status, attempts, result and error of each, in their order. */
  look(ids: readonly string[]): Promise<{ status: string; attempts: number; result: unknown; error: string | null }[]>
  /** The ids that left a mark, in the order of that. */
  marked(): Promise<string[]>
  /** Another process, as far as the database can tell. */
  another(kinds: JobKinds): Queue
}

export type OpenTestQueue = (
  kinds: JobKinds,
  options?: { readonly log?: Log; readonly stopWaitMs?: number },
) => Promise<TestQueue>

/** One database for the file, emptied for each queue. */
export function shareQueueDatabase(open: OpenStore): OpenTestQueue {
  const clock = createManualClock(NOW)
  const ids = createIds({ clock })
  let store: HubStore
  beforeAll(async () => {
    store = createHubStore(await open<HubTables>({ migrations: QUEUE_MIGRATIONS, clock }))
  })
  return async (kinds, options = {}) => {
    clock.set(NOW)
    await store.system.write(async ({ db }) => {
      await db.deleteFrom("job").execute()
      await (db as unknown as Transaction<MarkTables>).deleteFrom("mark").execute()
    })
    return createTestQueue({ store, clock, ids, kinds, ...options })
  }
}

interface TestQueueParts {
  readonly store: HubStore
  readonly clock: ManualClock
  readonly ids: Ids
  readonly kinds: JobKinds
  readonly log?: Log
  readonly stopWaitMs?: number
}

function createTestQueue({ store, clock, ids, kinds, log = silentLog, stopWaitMs = 100 }: TestQueueParts): TestQueue {
  const another = (those: JobKinds) => {
    const queue = createQueue({ store, clock, log, kinds: those, chance: () => 0.5, stopWaitMs })
    whenOver(() => queue.stop())
    return queue
  }
  return {
    store,
    clock,
    queue: another(kinds),
    another,
    add: (...jobs) =>
      store.write(TENANT, (tx) =>
        enqueueAll(
          tx,
          ids,
          jobs.map((job) => ({ kind: "work", lane: "a", body: null, ...job })),
        ),
      ),
    async look(those) {
      const rows = await store.read(TENANT, (scope) => scope.select("job").selectAll().execute())
      return those.map((id) => {
        const row = rows.find((one) => one.job_id === id)
        if (!row) throw new Error(`job ${id} is gone`)
        const { status, attempts, result, error } = row
        return { status, attempts, result: result === null ? null : JSON.parse(result), error }
      })
    },
    async marked() {
      const rows = await store.system.read(({ db }) =>
        (db as unknown as Transaction<MarkTables>).selectFrom("mark").selectAll().orderBy("place").execute(),
      )
      return rows.map((row) => row.job_id)
    },
  }
}
