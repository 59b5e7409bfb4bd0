/** Syncs a file, or a directory with its names, to disk, so that a following rename survives a power cut. */
import { closeSync, fsyncSync, openSync } from "node:fs"

export function syncFile(path: string): void {
  const handle = openSync(path, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
