/** The hub's queue in a process of its own: callers that enqueue a job each, then workers with a real effect, a row a job. Says JSON. */
import { createQueue, enqueueAll, type NewJob } from "../../../hub/queue/index.ts"
import { createGroupCommit, createHubStore, openHubDatabase, type TenantWrite } from "../../../hub/storage/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"

const CALLERS = 64
const LANES = 50
const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

const [url = "", count = "0", bodyBytes = "0"] = process.argv.slice(2)
const jobs = Number(count)

const clock = systemClock
const database = await openHubDatabase({ url, clock, log: silentLog, watchNesting: false })
const store = createHubStore(database)
const ids = createIds({ clock })
const body = { text: "x".repeat(Number(bodyBytes)) }

/** As reports are put in: callers that come together share a transaction and its statements. */
const put = createGroupCommit({
  groupMax: CALLERS,
  write: (tenant, jobs: readonly NewJob[]) => store.write(tenant, (tx) => enqueueAll(tx, ids, jobs)),
})

let next = 0
const call = async () => {
  while (next < jobs) {
    const lane = `lane-${next++ % LANES}`
    await put(TENANT, { kind: "bench", lane, body })
  }
}
const perSecond = (ms: number) => (jobs / ms) * 1000
let from = performance.now()
await Promise.all(Array.from({ length: CALLERS }, call))
const enqueued = perSecond(performance.now() - from)

const effect = (tx: TenantWrite, id: string) => {
  const keyed = { key_id: id, endpoint: "bench", key: id, fingerprint: "", token: id, claimed_at: tx.now, answer: null }
  return tx.insert("idempotency_key", keyed).execute()
}
const queue = createQueue({
  store,
  clock,
  log: silentLog,
  kinds: {
    bench: {
      retry: CALLBACK_RETRY,
      async apply(tx, job) {
        await effect(tx, job.id)
        return { is: "processed", result: null }
      },
    },
  },
})
from = performance.now()
await queue.settle()
const drained = perSecond(performance.now() - from)
const undone = await store.read(TENANT, (scope) =>
  scope.select("job").select("error").where("status", "!=", "processed").limit(1).execute(),
)
if (undone.length > 0) throw new Error(`jobs were not worked off: ${undone[0]?.error}`)
await queue.stop()
await database.close()
console.log(JSON.stringify({ enqueued, drained }))
