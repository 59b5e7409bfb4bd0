/** Migrates a database to this program's schema, in numbered steps, in one transaction. Steps are only ever appended. */
import { createHash } from "node:crypto"
import packageJson from "../../package.json" with { type: "json" }
import { type Fill, fillSqlite } from "./migrate-fill.ts"
import type { SqliteDatabase } from "./sqlite.ts"
import { Sqlite } from "./sqlite-library.ts"

/** `program`: the version that applied the step; null for old entries. */
export const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migration (
  id BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL, program TEXT
)`
export const PROGRAM_COLUMN = "ALTER TABLE schema_migration ADD COLUMN program TEXT"

export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  readonly fill?: Fill
}

/** A step for both engines, with one SQL text for both or one for each. */
export interface EngineMigration {
  readonly id: number
  readonly name: string
  readonly sql: string | { readonly sqlite: string; readonly postgres: string }
  readonly fill?: Fill
}

/** Program and database do not fit; the message is one line for the operator. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused"
}

/** Applies missing steps and returns their ids. `now` is ISO text. It takes no write lock if nothing is missing. */
export function migrateSqlite(db: SqliteDatabase, migrations: readonly EngineMigration[], now: string): number[] {
  const known = migrations.map((migration) => pickEngine(migration, "sqlite"))
  if (isUpToDate(db, known)) return []
  const apply = db.transaction(() => {
    db.exec(LEDGER)
    const pending = findPending(known, readLedger(db))
    const columns = db.prepare("SELECT name FROM pragma_table_info('schema_migration')").pluck().all()
    if (!columns.includes("program")) db.exec(PROGRAM_COLUMN)
    for (const step of pending) {
      db.exec(step.sql)
      if (step.fill) fillSqlite(db, step.fill)
      const { id, name } = step
      const row = { id, name, checksum: checksum(step), now, program: packageJson.version }
      db.prepare("INSERT INTO schema_migration VALUES (@id, @name, @checksum, @now, @program)").run(row)
    }
    return pending.map((step) => step.id)
  })
  return apply.immediate()
}

/** Throws SchemaRefused if a newer program migrated the file; for programs that do not migrate. */
export function refuseNewerFile(db: SqliteDatabase, migrations: readonly EngineMigration[]): void {
  if (hasLedger(db)) refuseNewer(migrations.at(-1)?.id ?? 0, readLedger(db) as readonly Applied[])
}

/** Whether opening the file would migrate it. Changes nothing, not even the journal mode. */
export function isFileBehind(path: string, migrations: readonly EngineMigration[]): boolean {
  const db = new Sqlite(path, { readonly: true })
  try {
    const known = migrations.map((migration) => pickEngine(migration, "sqlite"))
    return !isUpToDate(db, known)
  } finally {
    db.close()
  }
}

function isUpToDate(db: SqliteDatabase, known: readonly Migration[]): boolean {
  return hasLedger(db) && findPending(known, readLedger(db)).length === 0
}

function hasLedger(db: SqliteDatabase): boolean {
  const found = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migration'").get()
  return found !== undefined
}

// `SELECT *`, because an old table lacks the column `program`.
const readLedger = (db: SqliteDatabase): unknown[] => db.prepare("SELECT * FROM schema_migration ORDER BY id").all()

interface Applied {
  readonly id: number | string
  readonly name: string
  readonly checksum: string
  readonly program?: string | null
}

/** The steps to apply. Throws SchemaRefused for a newer or foreign database, steps out of order, or a step that was edited after it was applied. */
export function findPending(known: readonly Migration[], rows: readonly unknown[]): Migration[] {
  assertAscending(known)
  const applied = new Map((rows as readonly Applied[]).map((row) => [Number(row.id), row]))
  const newestApplied = Math.max(0, ...applied.keys())
  refuseNewer(known.at(-1)?.id ?? 0, [...applied.values()])
  for (const id of applied.keys()) {
    if (!known.some((step) => step.id === id)) throw new SchemaRefused(`schema step ${id} is not known to this program`)
  }
  const pending = known.filter((step) => !isApplied(step, applied.get(step.id)))
  const inserted = pending.find((step) => step.id < newestApplied)
  if (inserted)
    throw new SchemaRefused(
      `schema step ${inserted.id} (${inserted.name}) was added below ${newestApplied}: only append`,
    )
  return pending
}

/** The message names the version that applied the newest step, because it can open the database. */
function refuseNewer(newestKnown: number, applied: readonly Applied[]): void {
  const newest = [...applied].sort((a, b) => Number(b.id) - Number(a.id))[0]
  if (newest === undefined || Number(newest.id) <= newestKnown) return
  const isNamed = typeof newest.program === "string" && newest.program !== packageJson.version
  const needed = isNamed ? `version ${newest.program} or newer` : "a newer program"
  throw new SchemaRefused(
    `the database is at schema ${newest.id} and this program (version ${packageJson.version}) knows ${newestKnown}: start ${needed}`,
  )
}

function isApplied(step: Migration, row: Applied | undefined): boolean {
  if (row === undefined) return false
  if (row.checksum === checksum(step)) return true
  throw new SchemaRefused(`schema step ${step.id} (${step.name}) was changed after it was applied: append a new one`)
}

function assertAscending(known: readonly Migration[]): void {
  known.forEach((step, index) => {
    const before = known[index - 1]?.id ?? 0
    if (step.id <= before) throw new SchemaRefused(`schema step ${step.id} (${step.name}) comes after ${before}`)
  })
}

export function pickEngine(migration: EngineMigration, engine: "sqlite" | "postgres"): Migration {
  const { sql, ...step } = migration
  return { ...step, sql: typeof sql === "string" ? sql : sql[engine] }
}

export function checksum(step: Migration): string {
  return createHash("sha256").update(step.sql.trim()).digest("hex")
}
