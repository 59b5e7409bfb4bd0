/** Opens a SQLite file the way both machines need it: durable at every commit, checked, and easy to back up. */
import { existsSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type { Database, Statement } from "better-sqlite3"
import { makeDirectory } from "../make-directory.ts"
import { Sqlite } from "./sqlite-library.ts"

const BUSY_TIMEOUT_MS = 250
const CHECKPOINT_EVERY_MS = 5_000
const WAL_KEPT_BYTES = 64 * 1024 * 1024
/** 16 MB of log, which are read again in some 20 ms after a crash. */
const CHECKPOINT_PAGES = 4_000
const FAULTS_MAX = 20
const STATEMENTS_MAX = 500
const SYNCHRONOUS_FULL = 2

export type SqliteDatabase = Database

interface SqliteOptions {
  readonly readonly?: boolean
  readonly busyTimeoutMs?: number
  /** Runs `quick_check` before the file is used; about a second per gigabyte. */
  readonly check?: boolean
  /** `prepare` of the same text answers the same statement. A statement that is being iterated must not be asked for again. */
  readonly keepStatements?: boolean
  /**
   * A machine's own connection, which writes all day: what a savepoint may have to undo stays in memory, where SQLite would put it into a
   * temporary file from 64 KB on, and a checkpoint comes when so many pages are in the log and not with SQLite's own 1,000: under load
   * those are full many times a second, and the same busy pages are written into the file each time.
   */
  readonly isWriter?: boolean
}

/** The file is not whole: restore a backup, never write to it. */
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
    if (options.keepStatements) keepStatements(db)
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

/** Compiling a statement costs more than running a small one; a program has some hundred of them at most. */
function keepStatements(db: SqliteDatabase): void {
  const kept = new Map<string, Statement>()
  const prepare = db.prepare.bind(db)
  const preparing = (text: string) => {
    const known = kept.get(text)
    if (known) return known
    const fresh = prepare(text)
    if (kept.size < STATEMENTS_MAX) kept.set(text, fresh)
    return fresh
  }
  db.prepare = preparing as typeof db.prepare
}

/** A disk that takes nothing (SQLite writes beside the file even to read it) or a machine that is short of memory: the file may be whole. */
const DISKS_FAULT = /^SQLITE_(CANTOPEN|READONLY|FULL|BUSY|NOMEM|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM|LOCK))/

export const CHECK = `quick_check(${FAULTS_MAX})`

export interface CheckRow {
  readonly quick_check: string
}

/** The faults of a file that nobody has open here. */
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

/** The faults that SQLite finds in the file; none when it is whole. */
export function quickCheck(db: SqliteDatabase): string[] {
  return faultsOf(() => db.pragma(CHECK) as CheckRow[])
}

/** What a check says of the file; throws where it is the disk that failed. */
export function faultsOf(check: () => readonly CheckRow[]): string[] {
  try {
    return check()
      .map((row) => row.quick_check)
      .filter((fault) => fault !== "ok")
  } catch (error) {
    if (DISKS_FAULT.test(String((error as { code?: unknown }).code))) throw error
    return [(error as Error).message]
  }
}

/** Copies a database in use to another file, which appears under its name whole and checked, or not at all. */
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
  /** How the log is emptied, where somebody else reads it. */
  readonly empty?: () => void
}

/**
 * Empties the write-ahead log when nothing has been written since the last look. Under load SQLite's own checkpoint
 * (every 1000 pages) reuses the log in place; this keeps the file small and a restart quick.
 */
export function createCheckpoints(db: SqliteDatabase, options: CheckpointOptions = {}): Checkpoints {
  let timer: NodeJS.Timeout | undefined
  let seenChanges = -1
  const empty = options.empty ?? (() => db.pragma("wal_checkpoint(TRUNCATE)"))
  const changes = db.prepare("SELECT total_changes()").pluck()
  const look = () => {
    if (!db.open || db.inTransaction) return
    const now = changes.get() as number
    if (now === seenChanges && walBytes(db) > 0) unlessDiskIsFull(empty)
    seenChanges = now
  }
  return {
    start() {
      timer ??= setInterval(look, options.everyMs ?? CHECKPOINT_EVERY_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** On a full disk the log cannot go into the file, and waits for room like whoever writes; a sync that fails is for whoever trusts it. */
function unlessDiskIsFull(work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (!DISKS_FAULT.test(String(code)) || /FSYNC/.test(String(code))) throw error
  }
}

/** Said again at every open, because an existing WAL file opens with `synchronous=NORMAL`; and read back, because it matters. */
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
    throw new Error(`SQLite has ${name}=${String(actual)}, and ${String(expected)} is needed: ${db.name}`)
}

function assertWhole(db: SqliteDatabase, path: string): void {
  const faults = quickCheck(db)
  if (faults.length > 0) throw new SqliteDamaged(`${path} is damaged (${faults[0]}): restore it from a backup`)
}

function walBytes(db: SqliteDatabase): number {
  const path = `${db.name}-wal`
  return existsSync(path) ? statSync(path).size : 0
}
