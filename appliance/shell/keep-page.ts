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

interface KeepPageOptions {
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

interface PageState {
  readonly contents: ShellContents
  readonly options: KeepPageOptions
  readonly wait: ReturnType<typeof createGrowingWait>
  isStopped: boolean
  /** Timers; null while none runs. */
  restart: unknown
  loading: unknown
  unresponsive: unknown
}

export function keepPage(contents: ShellContents, options: KeepPageOptions): KeptPage {
  const timers = { restart: null, loading: null, unresponsive: null }
  const self: PageState = { contents, options, wait: createGrowingWait(options.clock), isStopped: false, ...timers }
  followLoads(self)
  followProcess(self)
  return {
    start: () => load(self, options.page),
    stop() {
      self.isStopped = true
      for (const timer of ["restart", "loading", "unresponsive"] as const) clear(self, timer)
    },
  }
}

function followLoads(self: PageState): void {
  const { contents } = self
  contents.on("did-finish-load", () => clear(self, "loading"))
  contents.on("did-fail-load", (_event, code, error, url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return
    // The offline page is part of the shell. If even that fails, only waiting is left.
    if (url.startsWith("file:")) restart(self, `the shell's own page failed: ${error}`)
    else showOffline(self, error)
  })
  contents.on("did-navigate", (_event, url, status) => {
    if (url.startsWith("file:")) return
    if (status >= SERVER_FAULT || status === NOT_FOUND) showOffline(self, `it answered ${status}`)
  })
}

function followProcess(self: PageState): void {
  const { contents, options } = self
  contents.on("render-process-gone", (_event, { reason }) => restart(self, reason))
  contents.on("unresponsive", () => {
    self.unresponsive ??= options.timers.set(() => {
      self.unresponsive = null
      // Ends in render-process-gone, which starts the page again.
      contents.forcefullyCrashRenderer()
    }, UNRESPONSIVE_MS)
  })
  contents.on("responsive", () => clear(self, "unresponsive"))
}

function clear(self: PageState, timer: "restart" | "loading" | "unresponsive"): void {
  if (self[timer] !== null) self.options.timers.clear(self[timer])
  self[timer] = null
}

function load(self: PageState, url: string): void {
  const { contents, options } = self
  if (self.isStopped || contents.isDestroyed()) return
  clear(self, "loading")
  if (url === options.page) {
    self.loading = options.timers.set(() => showOffline(self, "it did not load in time"), LOAD_TIMEOUT_MS)
  }
  // did-fail-load reports a failure, with more detail.
  contents.loadURL(url).catch(() => {})
}

function showOffline(self: PageState, why: string): void {
  self.options.tell("the box's page cannot be shown: waiting on the offline page", { why })
  load(self, self.options.offline)
}

function restart(self: PageState, why: string): void {
  const { options, wait } = self
  clear(self, "unresponsive")
  if (self.isStopped || self.restart !== null) return
  const ms = wait.next()
  options.tell("the page's process has ended: starting it again", { why, waitMs: ms })
  self.restart = options.timers.set(() => {
    self.restart = null
    load(self, options.page)
  }, ms)
}
