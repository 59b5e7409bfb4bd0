/** The way out of the kiosk: keys, then a code where the store wants one. */

import type { ShellContents } from "./electron-types.ts"
import type { ExitGate } from "./exit-code.ts"
import { readExitCode } from "./exit-code.ts"

/** The small window over the page. */
interface ExitWindow {
  readonly webContents: ShellContents
  close(): void
}

interface LeaveOptions {
  readonly gate: ExitGate
  /** Whether the store wants a code at all. */
  readonly asks: boolean
  /** The exit page with what it is to say. */
  readonly pageOf: (said: "wrong" | "locked" | null) => string
  readonly open: (onClosed: () => void) => ExitWindow
  readonly leave: () => void
  readonly tell: (what: string, fields: object) => void
}

/** Answers what to do when the keys are struck. */
export function createExitDialog({ gate, asks, pageOf, open, leave, tell }: LeaveOptions): () => void {
  let window: ExitWindow | null = null
  const answer = (url: string) => {
    if (url.endsWith("#back")) return window?.close()
    const code = readExitCode(url)
    const verdict = code === null ? "wrong" : gate.try(code)
    if (verdict === "open") return leave()
    tell("somebody wanted to leave the kiosk", { verdict })
    void window?.webContents.loadURL(pageOf(verdict)).catch(() => {})
  }
  return () => {
    if (!asks) return leave()
    if (window) return
    window = open(() => {
      window = null
    })
    window.webContents.on("did-navigate-in-page", (_event, url) => answer(url))
    void window.webContents.loadURL(pageOf(null)).catch(() => {})
  }
}
