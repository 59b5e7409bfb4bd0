/** Works on the jobs of one kind in one process: a notification or a timer starts rounds of claims until nothing is due. */

import { createClaimRounds, type WorkerPoolDeps } from "./claim-rounds.ts"
import { lookAhead, type Outlook } from "./claim-store.ts"
import { idleWaitAfter } from "./idle-wait.ts"
import { leaseMsOf, sharesStatements } from "./kind-limits.ts"

/** A notification may be lost, so each kind looks at its table this often. */
const POLL_MS = 5_000
/** A job is due, but another process has leased it. */
const WAIT_MIN_MS = 20
/** After a failure of the database. */
const PAUSE_MS = 1_000

interface WorkerPool {
  /** Starts rounds; if rounds are running, others follow. */
  notify(): void
  /** Works until nothing is due. Returns whether there was anything to do. */
  settle(): Promise<boolean>
  /** Claims nothing more, and resolves when the running jobs have ended. */
  drain(): Promise<void>
  /** Interrupts the jobs that still run and gives back all that are leased. */
  giveBack(): Promise<void>
}

export function createWorkerPool(deps: WorkerPoolDeps): WorkerPool {
  const { name, kind, log } = deps
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isNotified = false
  let isClosed = false

  const notify = () => {
    if (isClosed) return
    isNotified = true
    working ??= workWhileNotified()
  }
  const rounds = createClaimRounds(deps, { isClosed: () => isClosed, onJobEnd: notify })
  const runRounds = createRoundLoop(deps, rounds, () => isClosed)

  const workWhileNotified = async () => {
    while (isNotified && !isClosed) {
      // External jobs that end in the same turn of the event loop start one round together.
      if ("run" in kind) await new Promise((resolve) => setImmediate(resolve))
      isNotified = false
      clearTimeout(timer)
      const waitMs = await runRounds()
        .then((outlook) => waitUntilDue(deps, outlook))
        .catch((error) => {
          log.error({ err: error, kind: name }, "jobs could not be claimed; they are looked at again")
          return PAUSE_MS
        })
      if (!isClosed) timer = setTimeout(notify, waitMs)
    }
    working = undefined
  }
  const idle = async () => {
    while (working || rounds.isRunning()) await (working ?? rounds.nextEnd())
  }
  return {
    notify,
    async settle() {
      const before = rounds.claimed()
      // Jobs that ran already may have made work for other kinds.
      const wasRunning = rounds.isRunning() || working !== undefined
      notify()
      await idle()
      return wasRunning || rounds.claimed() > before
    },
    async drain() {
      isClosed = true
      rounds.close()
      clearTimeout(timer)
      await idle()
    },
    giveBack: rounds.giveBack,
  }
}

/** Repeats rounds over all lanes until one that began at the first lane finds nothing. The loop returns what the last round saw ahead, if it looked. */
function createRoundLoop(
  { kind, elapsed = () => performance.now() }: WorkerPoolDeps,
  rounds: ReturnType<typeof createClaimRounds>,
  isClosed: () => boolean,
): () => Promise<Outlook | null> {
  let startedAt = Number.NEGATIVE_INFINITY
  return async () => {
    while (!isClosed()) {
      const startedBefore = startedAt
      startedAt = elapsed()
      const round = await rounds.run()
      if ("idle" in round) return round.idle
      const { found, limit, isFromFirstLane, outlook } = round
      if (found === 0 && isFromFirstLane) return null
      // Every lane runs as many jobs as it may: the next one that ends notifies.
      if ("run" in kind && isFromFirstLane && found < limit && outlook) return outlook
      // A full round shows that more jobs are waiting already, so no rest follows it.
      const restMs =
        sharesStatements(kind) && found < limit
          ? idleWaitAfter({ jobs: found, withinMs: startedAt - startedBefore })
          : 0
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    return null
  }
}

async function waitUntilDue({ store, clock, name, kind }: WorkerPoolDeps, outlook: Outlook | null): Promise<number> {
  const { next } = outlook ?? (await store.system.read((tx) => lookAhead(tx, { kind: name, leaseMs: leaseMsOf(kind) })))
  if (next === null) return POLL_MS
  return Math.min(POLL_MS, Math.max(WAIT_MIN_MS, Date.parse(next) - clock.ms()))
}
