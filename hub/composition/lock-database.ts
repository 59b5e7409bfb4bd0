/** Who may bring the hub's SQLite file to another schema: nobody while a hub runs on it. PostgreSQL has as many processes as there are, and a lock of its own. */
import { existsSync } from "node:fs"
import { basename, dirname } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { DirectoryInUse, lockDirectory } from "../../runtime/directory-lock.ts"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { isFileBehind, SchemaRefused } from "../../runtime/storage/migrate.ts"
import { sqliteFile } from "../../runtime/storage/store-sqlite.ts"
import { type DataConfig, databaseUrl } from "../config.ts"
import { MIGRATIONS } from "../storage/index.ts"

const LOOK_EVERY_MS = 100
const PATIENCE_MS = 3_000

interface DatabaseLock {
  release(): void
}

/** The SQLite file where it is not there; null where it is, or where the database is PostgreSQL's. */
export function missingFile(config: DataConfig): string | null {
  const file = sqliteFile(databaseUrl(config))
  return file === null || existsSync(file) ? null : file
}

/**
 * A SQLite file is one hub's: another one, of a newer program perhaps, would migrate it under the first. A word at the console that was given just
 * before may be making its tables: that is waited for.
 */
export async function lockDatabase(config: DataConfig): Promise<DatabaseLock | null> {
  const file = sqliteFile(databaseUrl(config))
  return file === null ? null : ownInTime(file, () => false)
}

/**
 * For a word at the console, which works beside a running hub unless its program would bring the file to a newer schema first; null where it
 * would not. A hub that has just been started may be at the same steps: that is waited for.
 */
export async function lockToMigrate(config: DataConfig): Promise<DatabaseLock | null> {
  const file = sqliteFile(databaseUrl(config))
  if (file === null) return null
  try {
    return await ownInTime(file, () => existsSync(file) && !isFileBehind(file, MIGRATIONS))
  } catch (error) {
    throw error instanceof DirectoryInUse ? new SchemaRefused(older(file)) : error
  }
}

/** Null once nobody needs to own it. Throws `DirectoryInUse`. */
async function ownInTime(file: string, isNeedless: () => boolean): Promise<DatabaseLock | null> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    if (isNeedless()) return null
    try {
      return ownFile(file)
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || waited >= PATIENCE_MS) throw error
    }
    await pause(LOOK_EVERY_MS)
  }
}

function older(file: string): string {
  return `a hub of another version runs on ${file}, and this program would bring it to a newer schema under it: stop that hub first, or ask the program that it runs`
}

function ownFile(file: string): DatabaseLock {
  makeDirectory(dirname(file))
  return lockDirectory(dirname(file), `${basename(file)}.lock`)
}
