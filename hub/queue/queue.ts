/** The queue of one hub process: a worker pool for each kind of job, and the pruning of old jobs. */

import type { QueueDeps } from "./deps.ts"
import { topicOf } from "./enqueue-store.ts"
import { type KindFigures, readFigures } from "./figures-store.ts"
import { createPruning } from "./prune-jobs.ts"
import { createWorkerPool } from "./worker-pool.ts"

/** Jobs that run when the hub stops may end within this time. */
const STOP_WAIT_MS = 5_000

export interface Queue {
  start(): void
  /** Claims nothing more, gives running jobs some time to end, and gives the rest back. */
  stop(): Promise<void>
  /** Works until nothing is due, for tests. */
  settle(): Promise<void>
  /** Removes ended jobs whose records need not be readable any more. Returns their number. */
  prune(): Promise<number>
  figures(): Promise<KindFigures[]>
}

export function createQueue({ kinds, ...parts }: QueueDeps): Queue {
  const pools = Object.entries(kinds).map(([name, kind]) => ({
    name,
    pool: createWorkerPool({ ...parts, name, kind }),
  }))
  const pruning = createPruning(parts)
  let unlisten: (() => void)[] = []
  const inAllPools = <T>(work: (pool: (typeof pools)[number]["pool"]) => Promise<T>) =>
    Promise.all(pools.map(({ pool }) => work(pool)))
  return {
    start() {
      unlisten = pools.map(({ name, pool }) => parts.store.listen(topicOf(name), pool.notify))
      for (const { pool } of pools) pool.notify()
      pruning.start()
    },
    async stop() {
      for (const end of unlisten) end()
      await pruning.stop()
      const ended = inAllPools((pool) => pool.drain())
      await waitAtMost(ended, parts.stopWaitMs ?? STOP_WAIT_MS)
      await inAllPools((pool) => pool.giveBack())
    },
    async settle() {
      // A job may ask for one of another kind.
      while ((await inAllPools((pool) => pool.settle())).some((wasBusy) => wasBusy));
    },
    prune: pruning.round,
    figures: () => parts.store.system.list((scope) => readFigures(scope, Object.keys(kinds))),
  }
}

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
