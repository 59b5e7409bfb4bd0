/** A part that does its round now and then for as long as the process runs; a round that fails is logged and tried again at the next. */
import type { Part } from "./lifecycle.ts"
import type { Log } from "./log.ts"

export interface RepeatOptions {
  readonly name: string
  readonly everyMs: number
  /** The first round follows the start at once; else it waits for its time. */
  readonly atStart?: boolean
  readonly log: Log
  /** Said in the log with the error of a round that failed. */
  readonly whenFailed: string
}

export interface PeriodicTask<Result> extends Part {
  start(): void
  stop(): Promise<void>
  /** One round, now. */
  round(): Promise<Result>
}

/** `work` is told when the part is to stop, and is waited for. */
export function repeat<Result>(
  { name, everyMs, atStart, log, whenFailed }: RepeatOptions,
  work: (isOver: () => boolean) => Promise<Result>,
): PeriodicTask<Result> {
  let timer: NodeJS.Timeout | undefined
  let over = false
  let running: Promise<unknown> = Promise.resolve()
  const round = () => work(() => over)
  const roundNow = () => {
    running = round().catch((error: unknown) => log.warn({ err: error }, whenFailed))
  }
  return {
    name,
    round,
    start() {
      if (atStart) roundNow()
      timer = setInterval(roundNow, everyMs)
      timer.unref()
    },
    async stop() {
      over = true
      clearInterval(timer)
      await running
    },
  }
}
