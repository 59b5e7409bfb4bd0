/** Locks the hub's SQLite file, so that no other version migrates it while a hub runs on it. PostgreSQL needs no lock here: it has its own. */
import { existsSync } from "node:fs"
import { basename, dirname } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { DirectoryInUse, lockDirectory } from "../../runtime/directory-lock.ts"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { isFileBehind, SchemaRefused } from "../../runtime/storage/migrate.ts"
import { sqliteFile } from "../../runtime/storage/store-sqlite.ts"
import { type DataConfig, databaseUrl } from "../config.ts"
import { MIGRATIONS } from "../storage/index.ts"

const RETRY_EVERY_MS = 100
const LOCK_WAIT_MS = 3_000

interface DatabaseLock {
  release(): void
}

/** The path of a SQLite file that does not exist. Null if it exists or the database is PostgreSQL. */
export function missingFile(config: DataConfig): string | null {
  const file = sqliteFile(databaseUrl(config))
  return file === null || existsSync(file) ? null : file
}

/**
 * For the hub: a second hub, perhaps of a newer version, must not migrate the file of a running one. A command that was started just before may be
 * creating the tables, so the lock is awaited for some seconds.
 */
export async function lockDatabase(config: DataConfig): Promise<DatabaseLock | null> {
  const file = sqliteFile(databaseUrl(config))
  return file === null ? null : lockInTime(file, () => false)
}

/**
 * For a command, which may run beside a hub unless it would first migrate the file to a newer schema. Null if no migration is needed. A hub that has
 * just started may be migrating, so the lock is awaited for some seconds.
 */
export async function lockToMigrate(config: DataConfig): Promise<DatabaseLock | null> {
  const file = sqliteFile(databaseUrl(config))
  if (file === null) return null
  try {
    return await lockInTime(file, () => existsSync(file) && !isFileBehind(file, MIGRATIONS))
  } catch (error) {
    throw error instanceof DirectoryInUse ? new SchemaRefused(otherVersionText(file)) : error
  }
}

/** Null as soon as the lock is not needed. Throws `DirectoryInUse`. */
async function lockInTime(file: string, isNotNeeded: () => boolean): Promise<DatabaseLock | null> {
  for (let waited = 0; ; waited += RETRY_EVERY_MS) {
    if (isNotNeeded()) return null
    try {
      return lockFile(file)
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || waited >= LOCK_WAIT_MS) throw error
    }
    await pause(RETRY_EVERY_MS)
  }
}

function otherVersionText(file: string): string {
  return `a hub of another version runs on ${file}, and this program would migrate it to a newer schema: stop that hub first, or use the program of its version`
}

function lockFile(file: string): DatabaseLock {
  makeDirectory(dirname(file))
  return lockDirectory(dirname(file), `${basename(file)}.lock`)
}
