/** A log on disk that cannot fill it: two files, the older one given up when the newer is full. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"

export const LOG_BYTES_MAX = 5_000_000

export interface LogFile {
  write(text: string | Uint8Array): void
}

/** A disk that is full or gone costs the log, never the screen: what cannot be written is let go. */
export function openLogFile(path: string, bytesMax: number = LOG_BYTES_MAX): LogFile {
  let size = 0
  quietly(() => mkdirSync(dirname(path), { recursive: true }))
  quietly(() => {
    size = statSync(path).size
  })
  return {
    write(text) {
      quietly(() => {
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

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // Nobody is there to be told.
  }
}
