/** One process to a data directory: a second one would print, number and send beside the first, or bring its database to another schema under it. */
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
 * Takes the directory until `release`, or until the process ends, however it ends: the lock is one of the system's on a file, so a
 * killed process leaves none behind, where a file with its number would have to be judged. Throws `DirectoryInUse`. `name`: of that
 * file, where others may share the directory.
 */
export function lockDirectory(dir: string, name = LOCK_FILE): { release(): void } {
  const lock = new Sqlite(join(dir, name), { timeout: 0 })
  try {
    // Nothing is ever written to it: a journal beside it would need room, and a full disk has none.
    lock.pragma("journal_mode = MEMORY")
    lock.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    lock.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")) throw new DirectoryInUse(dir)
    throw error
  }
  return { release: () => void lock.close() }
}
