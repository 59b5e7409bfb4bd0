/** Opens SQLite files with durable commits; checks them and backs them up. */
import { existsSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type { Database, Statement } from "better-sqlite3"
import { makeDirectory } from "../make-directory.ts"
import { Sqlite } from "./sqlite-library.ts"

const BUSY_TIMEOUT_MS = 250
const CHECKPOINT_EVERY_MS = 5_000
const WAL_KEPT_BYTES = 64 * 1024 * 1024
/** 16 MB of log, which take about 20 ms to read after a crash. */
const CHECKPOINT_PAGES = 4_000
const FAULTS_MAX = 20
const STATEMENTS_MAX = 500
const SYNCHRONOUS_FULL = 2

export type SqliteDatabase = Database

interface SqliteOptions {
  readonly readonly?: boolean
  readonly busyTimeoutMs?: number
  /** Runs `quick_check` first, which takes about a second per gigabyte. */
  readonly check?: boolean
  /** Caches prepared statements by text. Do not prepare a text again while its statement is being iterated. */
  readonly keepStatements?: boolean
  /**
   * For the main writing connection. Savepoints keep their undo data in memory; SQLite would use a temporary file above 64 KB. Checkpoints
   * run after `CHECKPOINT_PAGES` instead of 1,000 pages, which fill up many times per second under load.
   */
  readonly isWriter?: boolean
}

/** The file is damaged: restore a backup, and do not write to it. */
export class SqliteDamaged extends Error {
  override readonly name = "SqliteDamaged"
}

export function openSqlite(path: string, options: SqliteOptions = {}): SqliteDatabase {
  const readonly = options.readonly ?? false
  if (!readonly) makeDirectory(dirname(path))
  const db = new Sqlite(path, { readonly, timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS })
  try {
    if (options.check) assertWhole(db, path)
    setPragmas(db, readonly)
    if (options.isWriter) prepareToWrite(db)
    if (options.keepStatements) cacheStatements(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareToWrite(db: SqliteDatabase): void {
  db.pragma("temp_store = MEMORY")
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
}

/** Compiling a statement costs more than running a small one. */
function cacheStatements(db: SqliteDatabase): void {
  const cache = new Map<string, Statement>()
  const prepare = db.prepare.bind(db)
  const preparing = (text: string) => {
    const known = cache.get(text)
    if (known) return known
    const fresh = prepare(text)
    if (cache.size < STATEMENTS_MAX) cache.set(text, fresh)
    return fresh
  }
  db.prepare = preparing as typeof db.prepare
}

/** Errors of a full or read-only disk (SQLite writes files even to read) or of low memory; they say nothing about the file. */
const DISK_ERROR = /^SQLITE_(CANTOPEN|READONLY|FULL|BUSY|NOMEM|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM|LOCK))/

export const CHECK = `quick_check(${FAULTS_MAX})`

export interface CheckRow {
  readonly quick_check: string
}

/** The faults of a file that this process does not have open. */
export function checkFile(path: string): string[] {
  return faultsOf(() => {
    const db = new Sqlite(path, { fileMustExist: true })
    try {
      return db.pragma(CHECK) as CheckRow[]
    } finally {
      db.close()
    }
  })
}

/** The faults of an open database; empty if it is undamaged. */
export function quickCheck(db: SqliteDatabase): string[] {
  return faultsOf(() => db.pragma(CHECK) as CheckRow[])
}

/** The faults that a check found; throws for an error of the disk. */
export function faultsOf(check: () => readonly CheckRow[]): string[] {
  try {
    return check()
      .map((row) => row.quick_check)
      .filter((fault) => fault !== "ok")
  } catch (error) {
    if (DISK_ERROR.test(String((error as { code?: unknown }).code))) throw error
    return [(error as Error).message]
  }
}

/** Copies a database in use to `path`. The copy gets its name only after it is complete and checked. */
export async function backupSqlite(db: SqliteDatabase, path: string): Promise<void> {
  const partial = `${path}.partial`
  makeDirectory(dirname(path))
  rmSync(partial, { force: true })
  try {
    await db.backup(partial)
    const copy = new Sqlite(partial)
    try {
      assertWhole(copy, partial)
      copy.pragma("journal_mode = DELETE")
    } finally {
      copy.close()
    }
    renameSync(partial, path)
  } finally {
    rmSync(partial, { force: true })
  }
}

export interface Checkpoints {
  start(): void
  stop(): void
}

interface CheckpointOptions {
  readonly everyMs?: number
  /** Replaces the way of emptying the log, if something else reads it. */
  readonly empty?: () => void
}

/**
 * Empties the write-ahead log when nothing was written since the last check, which keeps the file small and a restart quick. Under load
 * SQLite's own checkpoints reuse the log.
 */
export function createCheckpoints(db: SqliteDatabase, options: CheckpointOptions = {}): Checkpoints {
  let timer: NodeJS.Timeout | undefined
  let seenChanges = -1
  const empty = options.empty ?? (() => db.pragma("wal_checkpoint(TRUNCATE)"))
  const changes = db.prepare("SELECT total_changes()").pluck()
  const check = () => {
    if (!db.open || db.inTransaction) return
    const now = changes.get() as number
    if (now === seenChanges && walBytes(db) > 0) ignoreFullDisk(empty)
    seenChanges = now
  }
  return {
    start() {
      timer ??= setInterval(check, options.everyMs ?? CHECKPOINT_EVERY_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** On a full disk the log stays until there is room again. A failed sync is not ignored. */
function ignoreFullDisk(work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (!DISK_ERROR.test(String(code)) || /FSYNC/.test(String(code))) throw error
  }
}

/** Set at every open, because a WAL database opens with `synchronous=NORMAL`, and then verified. */
function setPragmas(db: SqliteDatabase, readonly: boolean): void {
  if (!readonly) {
    db.pragma("journal_mode = WAL")
    db.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`)
  }
  db.pragma("synchronous = FULL")
  db.pragma("foreign_keys = ON")
  assertPragma(db, "journal_mode", "wal")
  assertPragma(db, "synchronous", SYNCHRONOUS_FULL)
  assertPragma(db, "foreign_keys", 1)
}

function assertPragma(db: SqliteDatabase, name: string, expected: unknown): void {
  const actual = db.pragma(name, { simple: true })
  if (actual !== expected)
    throw new Error(`SQLite has ${name}=${String(actual)} but needs ${String(expected)}: ${db.name}`)
}

function assertWhole(db: SqliteDatabase, path: string): void {
  const faults = quickCheck(db)
  if (faults.length > 0) throw new SqliteDamaged(`${path} is damaged (${faults[0]}): restore it from a backup`)
}

function walBytes(db: SqliteDatabase): number {
  const path = `${db.name}-wal`
  return existsSync(path) ? statSync(path).size : 0
}
