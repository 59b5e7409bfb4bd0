/** A log of two files with a limited size: when the newer is full, it replaces the older. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"

export const LOG_BYTES_MAX = 5_000_000

export interface LogFile {
  write(text: string | Uint8Array): void
}

/** Never throws: log lines that cannot be written are lost. */
export function openLogFile(path: string, bytesMax: number = LOG_BYTES_MAX): LogFile {
  let size = 0
  ignoreErrors(() => mkdirSync(dirname(path), { recursive: true }))
  ignoreErrors(() => {
    size = statSync(path).size
  })
  return {
    write(text) {
      ignoreErrors(() => {
        if (size >= bytesMax) {
          renameSync(path, `${path}.1`)
          size = 0
        }
        appendFileSync(path, text)
        size += Buffer.byteLength(text)
      })
    },
  }
}

function ignoreErrors(act: () => void): void {
  try {
    act()
  } catch {
    // There is no other place to report it.
  }
}
