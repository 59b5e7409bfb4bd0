/** A process for survive-kills.ts: works on the queue in the SQLite file named by its argument until it is killed. */
import { writeSync } from "node:fs"
import { createQueue, type Job, type JobKinds } from "../../../hub/queue/index.ts"
import { createHubStore, type HubTables } from "../../../hub/storage/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openStore } from "../../../runtime/storage/store.ts"
import { leaveMark, QUEUE_MIGRATIONS } from "./mark.ts"

/** Short, so that the next process need not wait for it. */
const LEASE_MS = 60
const ATTEMPTS_MAX = 1_000
const STDOUT = 1

/** Only the process that is killed says when it has a job in its hands: a busy machine may take long to get there. */
let tellFirst = () => {}

export const KINDS: JobKinds = {
  inside: {
    ...common(),
    async apply(tx, job) {
      tellFirst()
      await leaveMark(tx, job)
      return { is: "processed", result: null }
    },
  },
  outside: {
    ...common(),
    laneMax: 2,
    laneLeasedMax: 16,
    run: async (job) => {
      tellFirst()
      return { end: { is: "processed", result: null }, write: (tx) => leaveMark(tx, job), record: job }
    },
    async writeRecords(tx, told: readonly Job[]) {
      for (const job of told) await leaveMark(tx, job)
    },
  },
}

export async function openForKills(url: string) {
  const clock = systemClock
  const database = await openStore<HubTables>({ url, migrations: QUEUE_MIGRATIONS, clock, log: silentLog })
  const store = createHubStore(database)
  return { database, store, queue: createQueue({ store, clock, log: silentLog, kinds: KINDS }) }
}

function common() {
  return { retry: { waitsMs: Array<number>(ATTEMPTS_MAX).fill(1), jitter: 0 }, leaseMs: LEASE_MS }
}

const [, , url] = process.argv
if (url?.startsWith("sqlite:")) {
  const { queue } = await openForKills(url)
  tellFirst = () => {
    writeSync(STDOUT, "at work\n")
    tellFirst = () => {}
  }
  queue.start()
}
