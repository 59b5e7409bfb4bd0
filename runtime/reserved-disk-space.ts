/**
 * Keeps disk space for the next start of a box. SQLite makes two files when the database is opened and deletes them when it is closed. If the disk
 * fills up in between, the box could not start to report it. So a file reserves the space while the box is stopped.
 */
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"

const FILE = "room-to-start.bin"
/** The write-ahead log's index (32 KiB) and about a hundred pages of log. */
const BYTES = 512 * 1024
const BLOCK_BYTES = 4 * 1024

/** Call it after the database was closed. On a nearly full disk it reserves what it can. */
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
    // The box is stopping; it works without the reserve.
  }
}

/** Call it before the database is opened. */
export function releaseStartupSpace(data: string): void {
  const file = join(data, FILE)
  if (existsSync(file)) rmSync(file)
}
