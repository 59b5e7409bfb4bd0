/** Brings a database to the schema that this program knows: numbered steps, only ever appended, all of them or none. */
import { createHash } from "node:crypto"
import type { ClientBase, Pool } from "pg"
import { type Fill, fillPostgres, fillSqlite } from "./migrate-fill.ts"
import { waitLong } from "./postgres.ts"
import type { SqliteDatabase } from "./sqlite.ts"

/** "brasa" as a number: one program at a time migrates one PostgreSQL database. */
const ADVISORY_LOCK = 0x6272617361

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migration (
  id BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
)`

export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  readonly fill?: Fill
}

/** A step for both engines: one text where both read it alike, a text each where they do not. */
export interface EngineMigration {
  readonly id: number
  readonly name: string
  readonly sql: string | { readonly sqlite: string; readonly postgres: string }
  readonly fill?: Fill
}

/** The database and this program do not fit together; the message is the one line that an operator needs. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused"
}

/** Applies what is missing and answers its ids. `now` is an ISO string. */
export function migrateSqlite(db: SqliteDatabase, migrations: readonly EngineMigration[], now: string): number[] {
  const known = migrations.map((migration) => pickEngine(migration, "sqlite"))
  const apply = db.transaction(() => {
    db.exec(LEDGER)
    const pending = findPending(known, db.prepare("SELECT id, name, checksum FROM schema_migration ORDER BY id").all())
    for (const step of pending) {
      db.exec(step.sql)
      if (step.fill) fillSqlite(db, step.fill)
      db.prepare("INSERT INTO schema_migration VALUES (?, ?, ?, ?)").run(step.id, step.name, checksum(step), now)
    }
    return pending.map((step) => step.id)
  })
  return apply.immediate()
}

/** The same under an advisory lock, so that of many processes that start together one migrates and the others find it done. */
export async function migratePostgres(
  pool: Pool,
  migrations: readonly EngineMigration[],
  now: string,
): Promise<number[]> {
  const client = await pool.connect()
  try {
    waitLong(client)
    await client.query("BEGIN")
    const applied = await migrateInside(client, migrations, now)
    await client.query("COMMIT")
    return applied
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {})
    throw error
  } finally {
    // Not for anybody else: this one waits for ever.
    client.release(true)
  }
}

/** The same within a transaction that is open, and that goes on alone from here to its end. */
export async function migrateInside(
  client: ClientBase,
  migrations: readonly EngineMigration[],
  now: string,
): Promise<number[]> {
  const known = migrations.map((migration) => pickEngine(migration, "postgres"))
  await client.query("SET LOCAL statement_timeout = 0")
  await client.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK])
  return applyPostgres(client, known, now)
}

async function applyPostgres(client: ClientBase, known: readonly Migration[], now: string): Promise<number[]> {
  await client.query(LEDGER)
  const { rows } = await client.query("SELECT id, name, checksum FROM schema_migration ORDER BY id")
  const pending = findPending(known, rows)
  for (const step of pending) {
    await client.query(step.sql)
    if (step.fill) await fillPostgres(client, step.fill)
    const values = [step.id, step.name, checksum(step), now]
    await client.query("INSERT INTO schema_migration VALUES ($1, $2, $3, $4)", values)
  }
  return pending.map((step) => step.id)
}

interface Applied {
  readonly id: number | string
  readonly name: string
  readonly checksum: string
}

/** What is still to do; refuses a list out of order, a newer or foreign database, and a step edited after it was applied. */
function findPending(known: readonly Migration[], rows: readonly unknown[]): Migration[] {
  assertRising(known)
  const applied = new Map((rows as readonly Applied[]).map((row) => [Number(row.id), row]))
  const newestApplied = Math.max(0, ...applied.keys())
  const newestKnown = known.at(-1)?.id ?? 0
  if (newestApplied > newestKnown) {
    const line = `the database is at schema ${newestApplied} and this program knows ${newestKnown}: start a newer program`
    throw new SchemaRefused(line)
  }
  for (const id of applied.keys()) {
    if (!known.some((step) => step.id === id)) throw new SchemaRefused(`schema step ${id} is not known to this program`)
  }
  const pending = known.filter((step) => !isApplied(step, applied.get(step.id)))
  const late = pending.find((step) => step.id < newestApplied)
  if (late)
    throw new SchemaRefused(`schema step ${late.id} (${late.name}) was added below ${newestApplied}: only append`)
  return pending
}

function isApplied(step: Migration, row: Applied | undefined): boolean {
  if (row === undefined) return false
  if (row.checksum === checksum(step)) return true
  throw new SchemaRefused(`schema step ${step.id} (${step.name}) was changed after it was applied: append a new one`)
}

function assertRising(known: readonly Migration[]): void {
  known.forEach((step, index) => {
    const before = known[index - 1]?.id ?? 0
    if (step.id <= before) throw new SchemaRefused(`schema step ${step.id} (${step.name}) stands after ${before}`)
  })
}

function pickEngine(migration: EngineMigration, engine: "sqlite" | "postgres"): Migration {
  const { sql, ...step } = migration
  return { ...step, sql: typeof sql === "string" ? sql : sql[engine] }
}

function checksum(step: Migration): string {
  return createHash("sha256").update(step.sql.trim()).digest("hex")
}
