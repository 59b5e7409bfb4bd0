/** Waits until the disk has a file, or the names in a directory: what is renamed after that is whole after a power cut. */
import { closeSync, fsyncSync, openSync } from "node:fs"

export function syncFile(path: string): void {
  const handle = openSync(path, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
