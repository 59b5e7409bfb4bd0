/** Updates of the shell itself: looked for once a day in the hour that the store named, installed in that hour and in no other. */
import type { Clock } from "../../runtime/clock.ts"
import type { Timers, Updater } from "./electron-types.ts"

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000
/** Longer than any download is waited for: what comes later is installed the night after. */
export const WINDOW_MS = 3_600_000

interface UpdatePolicy {
  /** Where the releases lie; null looks for none. */
  readonly url: string | null
  /** "04:30", on the machine's own wall clock. */
  readonly at: string
  readonly channel: string
}

export interface UpdateDeps {
  readonly updater: Updater
  readonly clock: Clock
  readonly timers: Timers
  /** Minutes that the wall clock is ahead of UTC at a moment. */
  readonly offsetMinutes: (ms: number) => number
  readonly tell: (what: string, fields: object) => void
}

/** How long until the wall clock next shows `at`. */
export function msUntil(at: string, now: number, offsetMinutes: number): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number)
  const today = (((now + offsetMinutes * MINUTE_MS) % DAY_MS) + DAY_MS) % DAY_MS
  const wanted = (hours * 60 + minutes) * MINUTE_MS
  return wanted > today ? wanted - today : wanted - today + DAY_MS
}

/** Answers how to stop looking. */
export function updateAtNight(policy: UpdatePolicy, deps: UpdateDeps): () => void {
  const { updater, clock, timers, tell } = deps
  if (policy.url === null) return () => {}
  let timer: unknown = null
  let ready = false
  let openUntil = Number.NEGATIVE_INFINITY
  const installInWindow = () => {
    if (!ready || clock.ms() >= openUntil) return
    tell("installing an update of the shell", {})
    updater.quitAndInstall(true, true)
  }
  updater.autoDownload = true
  // Somebody who leaves the kiosk at noon must not wait for an installer.
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.setFeedURL({ provider: "generic", url: policy.url, channel: policy.channel })
  updater.on("update-downloaded", () => {
    ready = true
    installInWindow()
  })
  updater.on("error", (error) => tell("no update of the shell could be had", { err: error }))
  const plan = () => {
    timer = timers.set(look, msUntil(policy.at, clock.ms(), deps.offsetMinutes(clock.ms())))
  }
  const look = () => {
    openUntil = clock.ms() + WINDOW_MS
    if (ready) installInWindow()
    // Its failure is told by the event.
    else updater.checkForUpdates().catch(() => {})
    plan()
  }
  plan()
  return () => timers.clear(timer)
}
