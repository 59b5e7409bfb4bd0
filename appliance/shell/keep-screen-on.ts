/** Keeps the screen on while the shell runs, and one shell on a machine. */
import type { PowerSaveBlocker, ShellApp, ShellWindow } from "./electron-types.ts"

/** Answers how to let the screen sleep again. */
export function stayAwake(blocker: PowerSaveBlocker): () => void {
  const id = blocker.start("prevent-display-sleep")
  return () => {
    if (blocker.isStarted(id)) blocker.stop(id)
  }
}

/** Whether this is the only one. A second start shows the first one's window and ends. */
export function beTheOnlyOne(app: ShellApp, window: () => ShellWindow | null): boolean {
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
