/** The dialog that leaves the kiosk after the keys, and asks for the code if the store has one. */
import type { ShellContents } from "./electron-types.ts"
import type { ExitGate } from "./exit-code.ts"
import { readExitCode } from "./exit-code.ts"

/** The small window over the page. */
interface ExitWindow {
  readonly webContents: ShellContents
  close(): void
}

interface ExitDialogOptions {
  readonly gate: ExitGate
  /** Whether the store has an exit code. */
  readonly needsCode: boolean
  /** The address of the exit page with its message. */
  readonly exitPage: (message: "wrong" | "locked" | null) => string
  readonly open: (onClosed: () => void) => ExitWindow
  readonly leave: () => void
  readonly report: (what: string, fields: object) => void
}

/** Returns the function to call when the exit keys are pressed. */
export function createExitDialog({ gate, needsCode, exitPage, open, leave, report }: ExitDialogOptions): () => void {
  let window: ExitWindow | null = null
  const handleAnswer = (url: string) => {
    if (url.endsWith("#back")) return window?.close()
    const code = readExitCode(url)
    const verdict = code === null ? "wrong" : gate.try(code)
    if (verdict === "open") return leave()
    report("somebody wanted to leave the kiosk", { verdict })
    void window?.webContents.loadURL(exitPage(verdict)).catch(() => {})
  }
  return () => {
    if (!needsCode) return leave()
    if (window) return
    window = open(() => {
      window = null
    })
    window.webContents.on("did-navigate-in-page", (_event, url) => handleAnswer(url))
    void window.webContents.loadURL(exitPage(null)).catch(() => {})
  }
}
