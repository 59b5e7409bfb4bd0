/** A pair of pseudo-terminals: the emulator uses one end, and the box opens the other as its serial port. */
import { lstatSync, symlinkSync, unlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { ReadStream } from "node:tty"

const COLUMNS = 80
const ROWS = 24

export interface Pty {
  /** The path that the box opens: the requested link, or the terminal itself. */
  readonly path: string
  write(bytes: Uint8Array): void
  close(): void
}

interface NativePty {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string }
}

/**
 * Uses only the package's native `open`. Its terminal class takes a pair without a child for process -1, and closing it would
 * send a hang-up signal to every process of the machine.
 */
export function openPty(link: string | null, onData: (bytes: Uint8Array) => Promise<void> | undefined): Pty {
  const native = createRequire(import.meta.url)(
    `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`,
  ) as NativePty
  const pair = native.open(COLUMNS, ROWS)
  // Before the streams: if the link cannot be made, open streams would keep the process alive.
  if (link !== null) replaceLink(link, pair.pty)
  // The box's end stays open here too, so that the box may close and open it. Raw mode passes every byte unchanged.
  const boxEnd = new ReadStream(pair.slave)
  boxEnd.setRawMode(true)
  const emulatorEnd = new ReadStream(pair.master)
  emulatorEnd.on("data", (bytes: Buffer) => {
    const whenReady = onData(bytes)
    if (whenReady === undefined) return
    emulatorEnd.pause()
    void whenReady.then(() => emulatorEnd.resume())
  })
  emulatorEnd.on("error", () => undefined)
  return {
    path: link ?? pair.pty,
    write: (bytes) => void emulatorEnd.write(bytes),
    close: () => {
      if (link !== null) removeLink(link)
      emulatorEnd.destroy()
      boxEnd.destroy()
    },
  }
}

function replaceLink(link: string, target: string): void {
  removeLink(link)
  symlinkSync(target, link)
}

/** Removes only a symbolic link, never a file. */
function removeLink(link: string): void {
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) unlinkSync(link)
}
