/** Periodic work of a process. A round that fails is logged and tried again at the next interval, and no round begins while another runs. */
import type { Part } from "./lifecycle.ts"
import type { Log } from "./log.ts"

interface RepeatOptions {
  readonly name: string
  readonly everyMs: number
  /** The first round follows the start at once; else it waits for its interval. */
  readonly atStart?: boolean
  readonly log: Log
  /** The log's message for a round that failed. */
  readonly whenFailed: string
}

export interface PeriodicTask<Result> extends Part {
  start(): void
  stop(): Promise<void>
  /** Runs one round now, after the one that may be running. */
  round(): Promise<Result>
}

/** `isOver` tells `work` that the process is stopping, so that long work can end early; `stop` waits for it. */
export function repeat<Result>(
  { name, everyMs, atStart, log, whenFailed }: RepeatOptions,
  work: (isOver: () => boolean) => Result | Promise<Result>,
): PeriodicTask<Result> {
  let timer: NodeJS.Timeout | undefined
  let over = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const round = () => {
    waiting += 1
    const next = last.then(() => work(() => over)).finally(() => (waiting -= 1))
    last = next.catch(() => undefined)
    return next
  }
  const roundIfIdle = () => {
    if (waiting === 0) round().catch((error: unknown) => log.warn({ err: error }, whenFailed))
  }
  return {
    name,
    round,
    start() {
      if (atStart) roundIfIdle()
      timer = setInterval(roundIfIdle, everyMs).unref()
    },
    async stop() {
      over = true
      clearInterval(timer)
      await last
    },
  }
}
