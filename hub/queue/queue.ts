/** The workers of one hub process: woken by commits, by time and now and then, they claim what is due and end it. */

import type { QueueDeps } from "./deps.ts"
import { topicOf } from "./enqueue-store.ts"
import { type KindFigures, readFigures } from "./figures-store.ts"
import { createPruning } from "./prune-jobs.ts"
import { createWorkerPool } from "./worker-pool.ts"

/** What runs at a stop may end within this time. */
const STOP_WAIT_MS = 5_000

export interface Queue {
  start(): void
  /** Claims nothing more, lets what runs end for a while, gives the rest back. */
  stop(): Promise<void>
  /** Works until nothing is due. */
  settle(): Promise<void>
  /** Removes ended jobs that are older than their records must be readable. How many. */
  prune(): Promise<number>
  figures(): Promise<KindFigures[]>
}

export function createQueue({ kinds, ...parts }: QueueDeps): Queue {
  const crews = Object.entries(kinds).map(([name, kind]) => ({
    name,
    crew: createWorkerPool({ ...parts, name, kind }),
  }))
  const pruning = createPruning(parts)
  let deafen: (() => void)[] = []
  const all = <T>(work: (crew: (typeof crews)[number]["crew"]) => Promise<T>) =>
    Promise.all(crews.map(({ crew }) => work(crew)))
  return {
    start() {
      deafen = crews.map(({ name, crew }) => parts.store.listen(topicOf(name), crew.wake))
      for (const { crew } of crews) crew.wake()
      pruning.start()
    },
    async stop() {
      for (const end of deafen) end()
      await pruning.stop()
      const ended = all((crew) => crew.drain())
      await withinOf(ended, parts.stopWaitMs ?? STOP_WAIT_MS)
      await all((crew) => crew.giveBack())
    },
    async settle() {
      // A job may ask for one of another kind.
      while ((await all((crew) => crew.settle())).some((wasBusy) => wasBusy));
    },
    prune: pruning.round,
    figures: () => parts.store.system.list((scope) => readFigures(scope, Object.keys(kinds))),
  }
}

async function withinOf(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
