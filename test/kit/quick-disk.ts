/** Puts the temporary files of a run into memory where there is room, so that thousands of commits do not wait for a disk. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"

/** The usual memory file system of Linux; machines without it use their ordinary temporary directory. */
export const MEMORY = "/dev/shm"
const ROOM_MIN_BYTES = 6 * 1024 ** 3
/** PostgreSQL runs as a user of its own and must be able to pass. */
const PASSABLE = 0o755

let made: string | undefined
let before: string | undefined

/** What a power cut does to files is not tried by these tests: a killed process loses nothing here that it would keep on a disk. `BRASA_TEST_DISK=1` keeps the disk. */
export function setup(): void {
  if (process.env.BRASA_TEST_DISK === "1" || room() < ROOM_MIN_BYTES) return
  before = process.env.TMPDIR
  made = mkdtempSync(join(MEMORY, "brasa-test-"))
  chmodSync(made, PASSABLE)
  process.env.TMPDIR = made
}

export function teardown(): void {
  if (!made) return
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(made, { recursive: true, force: true })
}

function room(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}
