/** The one worker of a printer: it takes the printer's jobs in order and keeps the session with it. No caller waits for it. */
import type { PrinterStatus } from "../../../protocol/shapes/queued-print-job.ts"
import { isDiskError } from "../../storage/index.ts"
import { countWaiting, nextJob } from "../queue/print-jobs-store.ts"
import { createPrinterSession, type PrinterReply } from "../session/printer-session.ts"
import type { OpenLink } from "../transport/transport.ts"
import { type AttemptContext, type AttemptDeps, attemptJob } from "./attempt-job.ts"

/** Pauses after failures in a row. The last one repeats. */
const RETRY_MS = [500, 1000, 2000, 5000, 10_000] as const
const QUERY_IDLE_EVERY_MS = 15_000
const STOP_GRACE_MS = 3000

interface WorkerDeps extends AttemptDeps {
  readonly open: OpenLink
}

export interface PrinterWorker {
  start(): void
  stop(): Promise<void>
  /** Tells the worker that there may be new work. */
  notify(): void
  status(): PrinterStatus
  lastReply(): PrinterReply | null
}

export function createPrinterWorker(deps: WorkerDeps): PrinterWorker {
  const { spec } = deps
  const wakeSignal = createWakeSignal()
  const blocked: AttemptContext["blocked"] = { sinceMs: null }
  let failures = 0
  const session = createPrinterSession({
    ...deps,
    onState: (state) => {
      if (state === "ready") {
        failures = 0
        blocked.sinceMs = null
        wakeSignal.notify()
      }
      deps.onChange()
    },
  })
  let isOn = false
  let running = Promise.resolve()
  const nextPauseMs = () => RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? QUERY_IDLE_EVERY_MS
  const pauseAfterFailure = () => wakeSignal.wait(nextPauseMs())
  /** An idle worker asks for the status now and then: more often while the printer is away or its connection is closed. */
  const idle = async () => {
    const isAway = session.state().state === "offline" || !session.isOpen()
    const isNotified = await wakeSignal.wait(isAway ? nextPauseMs() : QUERY_IDLE_EVERY_MS)
    if (!isNotified && isOn) await session.queryStatus()
  }
  const save = saveWithRetry(pauseAfterFailure, () => isOn)
  const workOnce = async () => {
    const job = nextJob(deps.db, spec.id)
    if (job === null) await idle()
    else if (await attemptJob(job, { session, deps, blocked, save })) failures = 0
    else await pauseAfterFailure()
  }
  const run = async () => {
    await session.queryStatus()
    while (isOn) {
      await workOnce().catch((error) => {
        if (!isDiskError(error)) throw error
        return isOn && pauseAfterFailure()
      })
    }
  }
  return {
    start: () => {
      isOn = true
      running = run()
    },
    stop: async () => {
      isOn = false
      wakeSignal.notify()
      const grace = setTimeout(() => void session.close(), STOP_GRACE_MS)
      await running
      clearTimeout(grace)
      await session.close()
    },
    notify: wakeSignal.notify,
    lastReply: session.lastReply,
    status: () => ({ printerId: spec.id, ...session.state(), ...countWaiting(deps.db, spec.id) }),
  }
}

/** Repeats a write while the disk refuses it, because the printer reports a result only once. Throws when the worker was stopped. */
function saveWithRetry(pauseAfterFailure: () => Promise<boolean>, isOn: () => boolean): AttemptContext["save"] {
  return async (write) => {
    for (;;) {
      try {
        return write()
      } catch (error) {
        if (!isDiskError(error) || !isOn()) throw error
        await pauseAfterFailure()
      }
    }
  }
}

/** A signal that arrives while the worker is busy ends its next wait at once. */
function createWakeSignal() {
  let isNotified = false
  let endWait: (() => void) | null = null
  return {
    notify: () => {
      isNotified = true
      endWait?.()
    },
    /** Waits for a signal, at most `ms`. Returns true if one came. */
    wait: async (ms: number): Promise<boolean> => {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          endWait = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      endWait = null
      const wasNotified = isNotified
      isNotified = false
      return wasNotified
    },
  }
}
