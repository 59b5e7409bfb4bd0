/** Keeps one page on the screen: shows the offline page while it cannot be loaded, and restarts it when it crashes or hangs. */
import type { Clock } from "../../runtime/clock.ts"
import { createGrowingWait } from "./backoff.ts"
import type { ShellContents, Timers } from "./electron-types.ts"

/** A page that has not responded for so long is restarted. */
export const UNRESPONSIVE_MS = 10_000
/** After so long without the page, the offline page is shown. */
export const LOAD_TIMEOUT_MS = 15_000
/** Chromium's code for a load that a newer load has replaced; it is no failure. */
const ABORTED = -3
const SERVER_FAULT = 500
const NOT_FOUND = 404

interface KeepPageOptions {
  /** The box's page. */
  readonly page: string
  /** The shell's own page that waits for the box and then goes there by itself. */
  readonly offline: string
  readonly clock: Clock
  readonly timers: Timers
  readonly report: (what: string, fields: object) => void
}

export interface PageKeeper {
  start(): void
  stop(): void
}

interface PageState {
  readonly contents: ShellContents
  readonly options: KeepPageOptions
  readonly wait: ReturnType<typeof createGrowingWait>
  isStopped: boolean
  /** Timers; null while not running. */
  restart: unknown
  loading: unknown
  unresponsive: unknown
}

export function keepPage(contents: ShellContents, options: KeepPageOptions): PageKeeper {
  const timers = { restart: null, loading: null, unresponsive: null }
  const state: PageState = { contents, options, wait: createGrowingWait(options.clock), isStopped: false, ...timers }
  followLoads(state)
  followProcess(state)
  return {
    start: () => load(state, options.page),
    stop() {
      state.isStopped = true
      for (const timer of ["restart", "loading", "unresponsive"] as const) clear(state, timer)
    },
  }
}

function followLoads(state: PageState): void {
  const { contents } = state
  contents.on("did-finish-load", () => clear(state, "loading"))
  contents.on("did-fail-load", (_event, code, error, url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return
    // The offline page is part of the shell. If even that fails, only waiting is left.
    if (url.startsWith("file:")) restart(state, `the shell's own page failed: ${error}`)
    else showOffline(state, error)
  })
  contents.on("did-navigate", (_event, url, status) => {
    if (url.startsWith("file:")) return
    if (status >= SERVER_FAULT || status === NOT_FOUND) showOffline(state, `it answered ${status}`)
  })
}

function followProcess(state: PageState): void {
  const { contents, options } = state
  contents.on("render-process-gone", (_event, { reason }) => restart(state, reason))
  contents.on("unresponsive", () => {
    state.unresponsive ??= options.timers.set(() => {
      state.unresponsive = null
      // Ends in render-process-gone, which starts the page again.
      contents.forcefullyCrashRenderer()
    }, UNRESPONSIVE_MS)
  })
  contents.on("responsive", () => clear(state, "unresponsive"))
}

function clear(state: PageState, timer: "restart" | "loading" | "unresponsive"): void {
  if (state[timer] !== null) state.options.timers.clear(state[timer])
  state[timer] = null
}

function load(state: PageState, url: string): void {
  const { contents, options } = state
  if (state.isStopped || contents.isDestroyed()) return
  clear(state, "loading")
  if (url === options.page) {
    state.loading = options.timers.set(() => showOffline(state, "it did not load in time"), LOAD_TIMEOUT_MS)
  }
  // did-fail-load reports a failure, with more detail.
  contents.loadURL(url).catch(() => {})
}

function showOffline(state: PageState, why: string): void {
  state.options.report("the box's page cannot be shown: waiting on the offline page", { why })
  load(state, state.options.offline)
}

function restart(state: PageState, why: string): void {
  const { options, wait } = state
  clear(state, "unresponsive")
  if (state.isStopped || state.restart !== null) return
  const ms = wait.next()
  options.report("the page's process has ended: starting it again", { why, waitMs: ms })
  state.restart = options.timers.set(() => {
    state.restart = null
    load(state, options.page)
  }, ms)
}
