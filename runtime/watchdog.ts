/** Tells systemd that the program is up, and goes on telling for as long as it answers: a program that hangs is started again. */
import { execFile } from "node:child_process"
import type { Log } from "./log.ts"

/** Of the time after which systemd acts: two chances to be heard. */
const SHARE_OF_WATCH = 3
const ANSWER_WITHIN_MS = 5_000
const TELL_WITHIN_MS = 5_000
const US_PER_MS = 1_000

interface WatchdogDeps {
  /** What systemd set: `NOTIFY_SOCKET` and `WATCHDOG_USEC`. Without them nothing is told. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The program's own address; its `/healthz` must answer through everything that a request goes through. */
  readonly url: string
  readonly log: Log
  /** `systemd-notify`, unless said. */
  readonly program?: string
}

interface Watchdog {
  /** The program is about to stop, and says so. */
  stop(): Promise<void>
}

/** Node has no datagram sockets of Unix, so that the words go through `systemd-notify` (hence `NotifyAccess=all` in the units). */
export async function startWatchdog({ env, url, log, program = "systemd-notify" }: WatchdogDeps): Promise<Watchdog> {
  if (!env.NOTIFY_SOCKET) return { stop: async () => {} }
  const tell = (word: string) =>
    run(program, [word]).catch((error) => log.warn({ err: error, word }, "systemd could not be told"))
  const watchMs = Number(env.WATCHDOG_USEC ?? 0) / US_PER_MS
  let looking = false
  const look = async () => {
    // One that hangs is not asked twice.
    if (looking) return
    looking = true
    try {
      if (await answers(url)) await tell("WATCHDOG=1")
      else log.error({ url }, "the program does not answer itself; systemd starts it again if that lasts")
    } finally {
      looking = false
    }
  }
  await tell("READY=1")
  const timer = watchMs > 0 ? setInterval(() => void look(), watchMs / SHARE_OF_WATCH).unref() : undefined
  return {
    async stop() {
      clearInterval(timer)
      await tell("STOPPING=1")
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
    execFile(program, [...args], { timeout: TELL_WITHIN_MS }, (error) => (error ? reject(error) : resolve()))
  })
}
