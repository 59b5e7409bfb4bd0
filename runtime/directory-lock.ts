/** Allows one process per data directory. A second one would also print, number and send, or migrate the database under the first one. */
import { join } from "node:path"
import { Sqlite } from "./storage/sqlite-library.ts"

const LOCK_FILE = "owner.lock"

export class DirectoryInUse extends Error {
  override readonly name = "DirectoryTaken"
  constructor(dir: string) {
    super(`another process works on ${dir} already; stop that one, or choose another directory (see --help)`)
  }
}

/**
 * Locks the directory until `release` or the end of the process. It is an operating-system lock on a file, so a killed process leaves none
 * behind. Throws `DirectoryInUse`. `name`: name of the lock file.
 */
export function lockDirectory(dir: string, name = LOCK_FILE): { release(): void } {
  const lock = new Sqlite(join(dir, name), { timeout: 0 })
  try {
    // Nothing is written to this database, so it needs no journal file, which would not fit on a full disk.
    lock.pragma("journal_mode = MEMORY")
    lock.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    lock.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")) throw new DirectoryInUse(dir)
    throw error
  }
  return { release: () => void lock.close() }
}
