/** At the start: a database that is damaged is set aside and the newest good backup takes its place; what can still be read is kept. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { LoggedOp } from "../../../protocol/sync/batch.ts"
import type { Log } from "../../../runtime/log.ts"
import { checkFile, openSqlite } from "../../../runtime/storage/sqlite.ts"
import { syncFile } from "../../../runtime/sync-file.ts"
import { BACKUPS_DIR, type BackupManifest, isWhole, listBackups } from "./backup-files.ts"
import { noteEmptyStart } from "./empty-start.ts"
import { salvage } from "./salvage-store.ts"

export const DAMAGED_DIR = "damaged"
const DATABASE_FILE = "box.db"
/** Kept for whoever wants to look; a disk that dies damages one after the other. */
const DAMAGED_KEPT = 3

export interface Repaired {
  /** Null where the database was whole, and older than its journal. */
  readonly backup: BackupManifest | null
  /** Where the damaged one is now; null where it was gone. */
  readonly damaged: string | null
  readonly fault: string
  /** Ops that the database lacks, of the damaged one or of the journal: their records are taken back. */
  readonly salvaged: readonly LoggedOp[]
}

interface RepairOptions {
  readonly data: string
  readonly now: string
  readonly log: Log
  /** Of the database as it lies there now, where somebody has looked already. */
  readonly faults?: readonly string[] | undefined
}

/**
 * Checks the database and answers what was done about it; null where it is whole, was never there, or is begun anew: where there is no good
 * backup the store's day is at the hub alone, and the box asks for its place there as a new one does (`empty-start.ts`).
 */
export function repairDatabase({ data, now, log, faults }: RepairOptions): Repaired | null {
  const path = join(data, DATABASE_FILE)
  const fault = findFault(path, data, faults)
  if (fault === null) return null
  log.error({ fault }, "the database is damaged; the newest good backup takes its place")
  const backup = listBackups(data).find((one) => isGood(data, one, log))
  if (!backup) {
    beginAnew({ data, now, log }, fault)
    return null
  }
  const damaged = quarantine(data, now)
  putDatabaseInPlace(data, backup)
  const salvaged = damaged === null ? [] : salvageFrom(path, join(damaged, DATABASE_FILE), log)
  log.warn({ backup: backup.file, damaged, salvaged: salvaged.length }, "the database was restored from a backup")
  return { backup, damaged, fault, salvaged }
}

/** What is damaged is kept: a person may get more out of it than a program dares to. */
function beginAnew({ data, now, log }: RepairOptions, fault: string): void {
  noteEmptyStart(data, { at: now, fault })
  const damaged = quarantine(data, now)
  log.error({ fault, damaged }, "there is no good backup: this box begins anew and waits to be given its store again")
}

function salvageFrom(path: string, damaged: string, log: Log): LoggedOp[] {
  const db = openSqlite(path)
  try {
    return salvage(db, damaged, log)
  } finally {
    db.close()
  }
}

/** Null when it is whole, or was never there. */
function findFault(path: string, data: string, faults: RepairOptions["faults"]): string | null {
  // The power may have gone between setting the damaged one aside and putting the backup in its place.
  if (!existsSync(path)) {
    const isReturning = existsSync(`${path}.returning`)
    return listBackups(data).length > 0 && !isReturning ? "it is gone" : null
  }
  const [fault = null] = faults ?? checkFile(path)
  return fault
}

function isGood(data: string, backup: BackupManifest, log: Log): boolean {
  try {
    if (!isWhole(data, backup)) throw new Error("it is not what its manifest says")
    return true
  } catch (error) {
    log.error({ backup: backup.file, err: error }, "a backup is no good; an older one is tried")
    return false
  }
}

/** The folder of what was set aside at a moment. */
export function quarantineName(at: string): string {
  return at.replaceAll(/[:.]/g, "-")
}

/** With its write-ahead log, which is half of it. */
export function quarantine(data: string, now: string): string | null {
  const there = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`].filter((name) =>
    existsSync(join(data, name)),
  )
  if (!there.includes(DATABASE_FILE)) {
    for (const name of there) rmSync(join(data, name))
    return null
  }
  const all = join(data, DAMAGED_DIR)
  const aside = join(all, quarantineName(now))
  mkdirSync(aside, { recursive: true })
  // The database last: until it has moved, the next start finds it damaged again, with its log where it was or beside.
  for (const name of [...there].reverse()) renameSync(join(data, name), join(aside, name))
  const old = readdirSync(all).sort().slice(0, -DAMAGED_KEPT)
  for (const name of old) rmSync(join(all, name), { recursive: true, force: true })
  return aside
}

/** Whole under its name, or not there. */
export function putDatabaseInPlace(data: string, backup: BackupManifest): void {
  const path = join(data, DATABASE_FILE)
  const partial = `${path}.restoring`
  copyFileSync(join(data, BACKUPS_DIR, backup.file), partial)
  syncFile(partial)
  renameSync(partial, path)
  syncFile(data)
}
