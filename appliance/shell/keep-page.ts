/** Keeps one page on the screen: what cannot be loaded waits on the offline page, what dies or hangs comes back by itself. */
import type { Clock } from "../../runtime/clock.ts"
import { createGrowingWait } from "./backoff.ts"
import type { ShellContents, Timers } from "./electron-types.ts"

/** A page that has not answered for so long is not busy any more. */
export const UNRESPONSIVE_MS = 10_000
/** A page that has not come by then is not waited for on a dark screen. */
export const LOAD_TIMEOUT_MS = 15_000
/** Chromium's code for "something else was asked for meanwhile": no failure. */
const ABORTED = -3
const SERVER_FAULT = 500
const NOT_FOUND = 404

export interface KeepPageOptions {
  /** The box's page. */
  readonly page: string
  /** The shell's own page that waits for the box and then goes there by itself. */
  readonly offline: string
  readonly clock: Clock
  readonly timers: Timers
  readonly tell: (what: string, fields: object) => void
}

export interface KeptPage {
  start(): void
  stop(): void
}

export function keepPage(contents: ShellContents, options: KeepPageOptions): KeptPage {
  const { page, offline, clock, timers, tell } = options
  const wait = createGrowingWait(clock)
  let stopped = false
  let revival: unknown = null
  let loading: unknown = null
  let hanging: unknown = null

  const clear = (timer: unknown) => {
    if (timer !== null) timers.clear(timer)
    return null
  }
  const load = (url: string) => {
    if (stopped || contents.isDestroyed()) return
    loading = clear(loading)
    if (url === page) loading = timers.set(() => giveWay("it did not come in time"), LOAD_TIMEOUT_MS)
    // Its failure is told by did-fail-load, with more to go by.
    contents.loadURL(url).catch(() => {})
  }
  const giveWay = (why: string) => {
    tell("the box's page cannot be shown: waiting on the offline page", { why })
    load(offline)
  }
  const revive = (why: string) => {
    hanging = clear(hanging)
    if (stopped || revival !== null) return
    const ms = wait.next()
    tell("the page has died: starting it again", { why, waitMs: ms })
    revival = timers.set(() => {
      revival = null
      load(page)
    }, ms)
  }

  contents.on("did-finish-load", () => {
    loading = clear(loading)
  })
  contents.on("did-fail-load", (_event, code, error, url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return
    // The offline page comes with the shell: should even it fail, waiting is all that is left.
    if (url.startsWith("file:")) revive(`the shell's own page failed: ${error}`)
    else giveWay(error)
  })
  contents.on("did-navigate", (_event, url, status) => {
    if (url.startsWith("file:")) return
    if (status >= SERVER_FAULT || status === NOT_FOUND) giveWay(`it answered ${status}`)
  })
  contents.on("render-process-gone", (_event, { reason }) => revive(reason))
  contents.on("unresponsive", () => {
    hanging ??= timers.set(() => {
      hanging = null
      // Ends in render-process-gone, which starts it again.
      contents.forcefullyCrashRenderer()
    }, UNRESPONSIVE_MS)
  })
  contents.on("responsive", () => {
    hanging = clear(hanging)
  })

  return {
    start: () => load(page),
    stop() {
      stopped = true
      for (const timer of [revival, loading, hanging]) clear(timer)
    },
  }
}
