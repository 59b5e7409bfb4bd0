/** Real disks of a few megabytes that can be filled, if the tests have the right to mount. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { runWatchedNow } from "./watched-process.ts"

const FILLER = "filler"
const BLOCK_BYTES = 4_096

/** Whether there is one at `place` now. `options`: as mount knows them, such as `size=64m`. */
export function mountDisk(place: string, options: string): boolean {
  const isRoot = process.getuid?.() === 0
  return isRoot && runWatchedNow("mount", ["-t", "tmpfs", "-o", options, "none", place]).code === 0
}

export function unmountDisk(place: string): void {
  runWatchedNow("umount", ["-l", place])
}

/** Not a byte more has room. */
export function fillDisk(place: string): void {
  const file = openSync(join(place, FILLER), "w")
  const block = Buffer.alloc(BLOCK_BYTES, 1)
  try {
    for (;;) writeSync(file, block)
  } catch {
    closeSync(file)
  }
}

export function makeRoom(place: string): void {
  rmSync(join(place, FILLER))
}
