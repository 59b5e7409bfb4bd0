/** A pair of pseudo-terminals: the emulator sits at one end, the serial port that the box opens is the other. */
import { lstatSync, symlinkSync, unlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { ReadStream } from "node:tty"

const COLUMNS = 80
const ROWS = 24

export interface Pty {
  /** Where the box opens it: the link that was asked for, or the terminal itself. */
  readonly path: string
  write(bytes: Uint8Array): void
  close(): void
}

interface NativePty {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string }
}

/**
 * Only the package's native `open` is used: the terminal class around it takes a pair without a child for process -1, and
 * closing it would send a hang-up signal to every process of the machine.
 */
export function openPty(link: string | null, onData: (bytes: Uint8Array) => Promise<void> | undefined): Pty {
  const native = createRequire(import.meta.url)(
    `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`,
  ) as NativePty
  const pair = native.open(COLUMNS, ROWS)
  // First: once the streams are open, a link that cannot be made would leave a program that does not end.
  if (link !== null) replaceLink(link, pair.pty)
  // The far end is kept open, so that the box may come and go; raw, so that no byte is taken for a key.
  const far = new ReadStream(pair.slave)
  far.setRawMode(true)
  const near = new ReadStream(pair.master)
  near.on("data", (bytes: Buffer) => {
    const busy = onData(bytes)
    if (busy === undefined) return
    near.pause()
    void busy.then(() => near.resume())
  })
  near.on("error", () => undefined)
  return {
    path: link ?? pair.pty,
    write: (bytes) => void near.write(bytes),
    close: () => {
      if (link !== null) removeLink(link)
      near.destroy()
      far.destroy()
    },
  }
}

function replaceLink(link: string, target: string): void {
  removeLink(link)
  symlinkSync(target, link)
}

/** Never a file that is not ours: only a link is taken away. */
function removeLink(link: string): void {
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) unlinkSync(link)
}
