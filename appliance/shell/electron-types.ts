/** The parts of Electron's types that the shell uses. `installer/` checks that Electron's own types fit; tests pass fakes. */

interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  readonly url: string
}

/** Part of Electron's `WebContents`. */
export interface ShellContents {
  on(event: "will-navigate" | "will-redirect" | "will-frame-navigate", listener: (details: Navigation) => void): unknown
  on(event: "will-attach-webview", listener: (event: Preventable) => void): unknown
  on(event: "will-prevent-unload", listener: (event: Preventable) => void): unknown
  on(event: "before-input-event", listener: (event: Preventable, input: KeyPress) => void): unknown
  on(event: "did-navigate", listener: (event: unknown, url: string, httpStatus: number) => void): unknown
  on(event: "did-navigate-in-page", listener: (event: unknown, url: string) => void): unknown
  on(
    event: "did-fail-load",
    listener: (event: unknown, errorCode: number, error: string, url: string, isMainFrame: boolean) => void,
  ): unknown
  on(event: "did-finish-load", listener: () => void): unknown
  on(event: "render-process-gone", listener: (event: unknown, details: { readonly reason: string }) => void): unknown
  on(event: "unresponsive" | "responsive", listener: () => void): unknown
  setWindowOpenHandler(handler: () => { action: "deny" }): void
  loadURL(url: string): Promise<void>
  forcefullyCrashRenderer(): void
  isDestroyed(): boolean
}

export interface KeyPress {
  readonly type: string
  readonly key: string
  readonly control: boolean
  readonly meta: boolean
  readonly alt: boolean
}

/** Part of Electron's `Session`. */
export interface ShellSession {
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, answer: (granted: boolean) => void, details: Requester) => void,
  ): void
  setPermissionCheckHandler(handler: (contents: unknown, permission: string, origin: string) => boolean): void
  setDevicePermissionHandler(handler: () => boolean): void
  on(event: "will-download", listener: (event: Preventable) => void): unknown
}

interface Requester {
  readonly requestingUrl: string
}

/** Part of Electron's `App`. */
export interface ShellApp {
  requestSingleInstanceLock(): boolean
  on(event: "second-instance", listener: () => void): unknown
  quit(): void
}

/** Part of Electron's `BrowserWindow`. */
export interface ShellWindow {
  isMinimized(): boolean
  restore(): void
  show(): void
  focus(): void
}

/** Part of Electron's `powerSaveBlocker`. */
export interface PowerSaveBlocker {
  start(type: "prevent-display-sleep"): number
  stop(id: number): unknown
  isStarted(id: number): boolean
}

/** Part of electron-updater's `autoUpdater`. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  setFeedURL(feed: { provider: "generic"; url: string; channel: string }): void
  checkForUpdates(): Promise<unknown>
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
  on(event: "update-downloaded", listener: () => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
}

/** Node's timers, or a test's. */
export interface Timers {
  set(act: () => void, ms: number): unknown
  clear(timer: unknown): void
}

export const systemTimers: Timers = {
  set: (act, ms) => setTimeout(act, ms),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
}
