/** Starts the parts of a process in order and stops them in reverse, under one abort signal. */
import type { Log } from "./log.ts"

/** A part that does not stop within this time is logged and abandoned. */
const STOP_TIMEOUT_MS = 15_000

const SIGNALS = ["SIGINT", "SIGTERM"] as const

export interface Part {
  readonly name: string
  start(signal: AbortSignal): void | Promise<void>
  stop(): void | Promise<void>
}

export interface Running {
  /** Aborted when stopping begins, so that waiting work gives up. */
  readonly signal: AbortSignal
  /** Resolves when all parts have stopped. */
  readonly stopped: Promise<void>
  stop(reason: string): Promise<void>
}

interface LifecycleOptions {
  readonly log: Log
  /** Node's `process`, whose SIGINT and SIGTERM stop everything; undefined in tests. */
  readonly process?: NodeJS.EventEmitter
  readonly stopTimeoutMs?: number
}

export async function startParts(parts: readonly Part[], options: LifecycleOptions): Promise<Running> {
  const abort = new AbortController()
  const started: Part[] = []
  let starting: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  let resolveStopped = () => {}
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve
  })

  const stop = (reason: string): Promise<void> => {
    stopping ??= stopAll(reason)
    return stopping
  }
  const stopAll = async (reason: string) => {
    options.log.info({ reason }, "stopping")
    abort.abort(new Error(reason))
    unlisten()
    // Wait for a part that is still starting, so that it is stopped as well.
    await starting?.catch(() => {})
    while (started.length > 0) await stopPart(started.pop() as Part, options)
    resolveStopped()
  }
  const unlisten = listen(options.process, stop)

  for (const part of parts) {
    if (abort.signal.aborted) break
    starting = startPart(part, started, abort.signal)
    try {
      await starting
    } catch (error) {
      await stop(`${part.name} did not start`)
      throw error
    }
  }
  return { signal: abort.signal, stopped, stop }
}

async function startPart(part: Part, started: Part[], signal: AbortSignal): Promise<void> {
  await part.start(signal)
  started.push(part)
}

/** Handles only the first signal: a second Ctrl-C ends the process at once. */
function listen(process: NodeJS.EventEmitter | undefined, stop: (reason: string) => Promise<void>): () => void {
  const handlers = SIGNALS.map((name) => ({ name, handle: () => void stop(name) }))
  for (const { name, handle } of handlers) process?.on(name, handle)
  return () => {
    for (const { name, handle } of handlers) process?.removeListener(name, handle)
  }
}

async function stopPart(part: Part, options: LifecycleOptions): Promise<void> {
  const timeoutMs = options.stopTimeoutMs ?? STOP_TIMEOUT_MS
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still running after ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    await Promise.race([Promise.resolve(part.stop()), late])
  } catch (error) {
    options.log.error({ err: error, part: part.name }, "a part did not stop cleanly")
  } finally {
    clearTimeout(timer)
  }
}
