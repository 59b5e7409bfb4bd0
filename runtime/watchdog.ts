/** Reports to systemd that the program is ready, and then regularly that it still answers, so that systemd restarts a hanging program. */
import { execFile } from "node:child_process"
import type { Log } from "./log.ts"

/** Reports per watchdog interval. */
const REPORTS_PER_INTERVAL = 3
const ANSWER_WITHIN_MS = 5_000
const NOTIFY_WITHIN_MS = 5_000
const US_PER_MS = 1_000

interface WatchdogDeps {
  /** Has `NOTIFY_SOCKET` and `WATCHDOG_USEC` if systemd started the program; otherwise nothing is reported. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The program's own address, whose `/healthz` is called. */
  readonly url: string
  readonly log: Log
  /** By default `systemd-notify`. */
  readonly program?: string
}

interface Watchdog {
  /** Reports that the program is stopping. */
  stop(): Promise<void>
}

/** Uses `systemd-notify`, because Node has no Unix datagram sockets (hence `NotifyAccess=all` in the units). */
export async function startWatchdog({ env, url, log, program = "systemd-notify" }: WatchdogDeps): Promise<Watchdog> {
  if (!env.NOTIFY_SOCKET) return { stop: async () => {} }
  const notify = (state: string) =>
    run(program, [state]).catch((error) => log.warn({ err: error, state }, "systemd could not be notified"))
  const watchMs = Number(env.WATCHDOG_USEC ?? 0) / US_PER_MS
  let checking = false
  const check = async () => {
    // The previous check is still waiting for an answer.
    if (checking) return
    checking = true
    try {
      if (await answers(url)) await notify("WATCHDOG=1")
      else log.error({ url }, "the program does not answer its own health check; systemd restarts it if that lasts")
    } finally {
      checking = false
    }
  }
  await notify("READY=1")
  const timer = watchMs > 0 ? setInterval(() => void check(), watchMs / REPORTS_PER_INTERVAL).unref() : undefined
  return {
    async stop() {
      clearInterval(timer)
      await notify("STOPPING=1")
    },
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: NOTIFY_WITHIN_MS }, (error) => (error ? reject(error) : resolve()))
  })
}
