/** Keeps the screen on, and allows one shell per machine. */
import type { PowerSaveBlocker, ShellApp, ShellWindow } from "./electron-types.ts"

/** Returns a function that lets the screen sleep again. */
export function keepScreenOn(blocker: PowerSaveBlocker): () => void {
  const id = blocker.start("prevent-display-sleep")
  return () => {
    if (blocker.isStarted(id)) blocker.stop(id)
  }
}

/** Whether this is the only shell. A second one shows the first one's window and quits. */
export function requireSingleInstance(app: ShellApp, window: () => ShellWindow | null): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return false
  }
  app.on("second-instance", () => {
    const shown = window()
    if (!shown) return
    if (shown.isMinimized()) shown.restore()
    shown.show()
    shown.focus()
  })
  return true
}
