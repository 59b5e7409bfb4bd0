/**
 * Rollback over a migration. A newer program keeps a copy of the database before it migrates. An older program that finds a database that is
 * too new restores the copy, if nothing was sold since.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { Log } from "../../../runtime/log.ts"
import { backupSqlite, openSqlite, type SqliteDatabase } from "../../../runtime/storage/sqlite.ts"
import { syncFile } from "../../../runtime/sync-file.ts"
import { forgetDatabaseFile } from "../../fiscal/index.ts"
import { schemaOf, schemaOfFile, settleLog, soldSince } from "./schema-store.ts"

const KEPT = /^before-schema-(\d+)\.db$/

/** The newest migration that a program knows. */
type NewestKnown = number

/** Keeps a copy of the database before a migration. Only the newest copy stays. */
export async function copyBeforeMigration(db: SqliteDatabase, known: NewestKnown): Promise<void> {
  const schema = schemaOf(db)
  if (schema === 0 || schema >= known) return
  const dir = dirname(db.name)
  const kept = join(dir, `before-schema-${schema}.db`)
  await backupSqlite(db, kept)
  syncFile(kept)
  for (const name of keptIn(dir)) if (name !== basename(kept)) rmSync(join(dir, name), { force: true })
}

/** Whether a program with these migrations can use the database, or its kept copy. */
export function canOpen(path: string, known: NewestKnown): boolean {
  if (!existsSync(path)) return true
  return schemaOfFile(path) <= known || findReturn(path, known) !== null
}

/**
 * Runs before the database is opened. It restores the kept copy when the database is too new and nothing was sold since; returns whether it did.
 * After a power cut either is in place, and the next start continues. Damaged databases are left to the repair.
 */
export function rollBack(path: string, known: NewestKnown, log: Pick<Log, "warn">): boolean {
  const next = `${path}.returning`
  const setAside = `${path}.newer`
  const isUnderWay = existsSync(next) && !existsSync(path)
  if (!isUnderWay) {
    rmSync(next, { force: true })
    const kept = isTooNew(path, known) ? findReturn(path, known) : null
    if (kept === null) return false
    prepare(kept, next)
    settleLog(path)
    renameSync(path, setAside)
  }
  for (const left of [`${path}-wal`, `${path}-shm`]) rmSync(left, { force: true })
  renameSync(next, path)
  syncFile(dirname(path))
  log.warn({ setAside }, "an older version goes on with the database as it was kept before the newer one")
  return true
}

function isTooNew(path: string, known: NewestKnown): boolean {
  try {
    return existsSync(path) && schemaOfFile(path) > known
  } catch {
    return false
  }
}

/** The kept copy that this program can and may restore. */
function findReturn(path: string, known: NewestKnown): string | null {
  const dir = dirname(path)
  const [kept] = keptIn(dir).filter((name) => schemaIn(name) <= known)
  if (kept === undefined || soldSince(path, join(dir, kept))) return null
  return join(dir, kept)
}

/** Nothing was sold since, so the copy knows all numbers and need not wait for the hub. */
function prepare(kept: string, next: string): void {
  const partial = `${next}.partial`
  rmSync(partial, { force: true })
  copyFileSync(kept, partial)
  const db = openSqlite(partial, { check: true })
  forgetDatabaseFile(db)
  db.pragma("journal_mode = DELETE")
  db.close()
  syncFile(partial)
  renameSync(partial, next)
  syncFile(dirname(next))
}

function keptIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => KEPT.test(name))
    .sort((a, b) => schemaIn(b) - schemaIn(a))
}

function schemaIn(name: string): number {
  return Number(KEPT.exec(name)?.[1] ?? 0)
}
