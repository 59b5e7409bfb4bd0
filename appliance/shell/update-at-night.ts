/** Updates the shell itself: looks for a version once a day at the configured time, and installs only within the hour after it. */
import type { Clock } from "../../runtime/clock.ts"
import type { Timers, Updater } from "./electron-types.ts"

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000
/** An update that is downloaded later is installed the next night. */
export const WINDOW_MS = 3_600_000

interface UpdatePolicy {
  /** The address of the releases; null for no updates. */
  readonly url: string | null
  /** "04:30", in the machine's local time. */
  readonly at: string
  readonly channel: string
}

export interface UpdateDeps {
  readonly updater: Updater
  readonly clock: Clock
  readonly timers: Timers
  /** Minutes that local time is ahead of UTC at a moment. */
  readonly offsetMinutes: (ms: number) => number
  readonly report: (what: string, fields: object) => void
}

/** Milliseconds until local time is next `at`. */
export function msUntil(at: string, now: number, offsetMinutes: number): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number)
  const today = (((now + offsetMinutes * MINUTE_MS) % DAY_MS) + DAY_MS) % DAY_MS
  const target = (hours * 60 + minutes) * MINUTE_MS
  return target > today ? target - today : target - today + DAY_MS
}

/** Returns a function that stops the updates. */
export function updateAtNight(policy: UpdatePolicy, deps: UpdateDeps): () => void {
  const { updater, clock, timers, report } = deps
  if (policy.url === null) return () => {}
  let timer: unknown = null
  let isDownloaded = false
  let windowEndsAt = Number.NEGATIVE_INFINITY
  const installInWindow = () => {
    if (!isDownloaded || clock.ms() >= windowEndsAt) return
    report("installing an update of the shell", {})
    updater.quitAndInstall(true, true)
  }
  updater.autoDownload = true
  // A person who leaves the kiosk at noon must not wait for an installer.
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.setFeedURL({ provider: "generic", url: policy.url, channel: policy.channel })
  updater.on("update-downloaded", () => {
    isDownloaded = true
    installInWindow()
  })
  updater.on("error", (error) => report("the shell could not be updated", { err: error }))
  const scheduleCheck = () => {
    timer = timers.set(checkForUpdate, msUntil(policy.at, clock.ms(), deps.offsetMinutes(clock.ms())))
  }
  const checkForUpdate = () => {
    windowEndsAt = clock.ms() + WINDOW_MS
    if (isDownloaded) installInWindow()
    // The "error" event reports a failure.
    else updater.checkForUpdates().catch(() => {})
    scheduleCheck()
  }
  scheduleCheck()
  return () => timers.clear(timer)
}
