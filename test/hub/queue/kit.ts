/** A queue on a real database whose jobs leave a mark each: one row by the job's id, so that twice is an error. */
import type { Transaction } from "kysely"
import { createQueue, enqueueAll, type JobKinds, type NewJob, type Queue } from "../../../hub/queue/index.ts"
import {
  createHubStore,
  type HubStore,
  type HubTables,
  MIGRATIONS,
  type TenantWrite,
} from "../../../hub/storage/index.ts"
import { createManualClock, type ManualClock } from "../../../protocol/runtime/clock.ts"
import { createIds } from "../../../protocol/runtime/ids.ts"
import { type Log, silentLog } from "../../../protocol/runtime/log.ts"
import type { EngineMigration } from "../../../protocol/runtime/migrate.ts"
import type { OpenStore } from "../../kit/databases.ts"
import { whenOver } from "../../kit/temp.ts"

export const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
export const NOW = "2026-11-21T18:00:00.000Z"
const AFTER_ALL_OURS = 9_000

interface MarkTables extends HubTables {
  mark: { job_id: string; lane: string; place: number }
}

export const marks: EngineMigration = {
  id: AFTER_ALL_OURS,
  name: "marks",
  sql: "CREATE TABLE mark (job_id TEXT PRIMARY KEY, lane TEXT NOT NULL, place BIGINT NOT NULL);",
}

export const QUEUE_MIGRATIONS = [...MIGRATIONS, marks]

let place = 0

export async function leaveMark(tx: TenantWrite, { id, lane }: { id: string; lane: string }): Promise<void> {
  place += 1
  const db = tx.system.db as unknown as Transaction<MarkTables>
  await db.insertInto("mark").values({ job_id: id, lane, place }).execute()
}

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

export async function openTestQueue(
  open: OpenStore,
  kinds: JobKinds,
  { log = silentLog, stopWaitMs = 100 }: { log?: Log; stopWaitMs?: number } = {},
): Promise<TestQueue> {
  const clock = createManualClock(NOW)
  const ids = createIds({ clock })
  const store = createHubStore(await open<HubTables>({ migrations: QUEUE_MIGRATIONS, clock }))
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
