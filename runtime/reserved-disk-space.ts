/**
 * SQLite puts two files beside the database when it is opened, and removes them when it is closed. A disk that fills up in between has no room
 * for them, and an appliance could not even start to say so. A file of this size keeps the room while the appliance is stopped.
 */
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"

const FILE = "room-to-start.bin"
/** The index of the write-ahead log (32 KiB), and some hundred pages of log. */
const BYTES = 512 * 1024
const BLOCK_BYTES = 4 * 1024

/** When the database has been closed. A disk that is nearly full gives as much as it has. */
export function reserveStartupSpace(data: string): void {
  try {
    const file = openSync(join(data, FILE), "w")
    try {
      const block = Buffer.alloc(BLOCK_BYTES, 1)
      for (let written = 0; written < BYTES; written += BLOCK_BYTES) writeSync(file, block)
    } finally {
      closeSync(file)
    }
  } catch {
    // The appliance is about to end, and has nothing to lose.
  }
}

/** Before the database is opened. */
export function releaseStartupSpace(data: string): void {
  const file = join(data, FILE)
  if (existsSync(file)) rmSync(file)
}
