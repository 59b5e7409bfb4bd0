/** Migrations on PostgreSQL. Separate from SQLite's, so that a box does not load PostgreSQL's driver. */
import type { ClientBase, Pool } from "pg"
import packageJson from "../../package.json" with { type: "json" }
import type { Log } from "../log.ts"
import {
  checksum,
  type EngineMigration,
  findPending,
  LEDGER,
  type Migration,
  PROGRAM_COLUMN,
  pickEngine,
} from "./migrate.ts"
import { fillPostgres } from "./migrate-fill.ts"
import { waitForLocks } from "./postgres.ts"

/** "brasa" as a number: the lock that lets one process at a time migrate a database. */
const ADVISORY_LOCK = 0x6272617361
/** After this time the log explains the wait. */
const LOG_AFTER_MS = 2_000

const WAITING = "this process or another is migrating the database; the start continues afterwards"

/** Applies missing migrations under an advisory lock, and returns their ids. Of several processes that start together, one migrates. */
export async function migratePostgres(
  pool: Pool,
  migrations: readonly EngineMigration[],
  now: string,
  log: Log,
): Promise<number[]> {
  const client = await pool.connect()
  const late = setTimeout(() => log.info(WAITING), LOG_AFTER_MS)
  try {
    waitForLocks(client)
    await client.query("BEGIN")
    const applied = await migrateInside(client, migrations, now)
    await client.query("COMMIT")
    return applied
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {})
    throw error
  } finally {
    clearTimeout(late)
    // Not reused, because its timeout was removed.
    client.release(true)
  }
}

/** Whether the database has our migration table. */
export async function hasLedger(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query("SELECT to_regclass('schema_migration') IS NOT NULL AS exists")
  return rows[0]?.exists === true
}

/** The same inside an open transaction, which holds the lock until its end. */
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
  const { rows } = await client.query("SELECT * FROM schema_migration ORDER BY id")
  const pending = findPending(known, rows)
  // Only if there is something to apply, because ALTER TABLE blocks readers.
  if (pending.length > 0) await client.query(PROGRAM_COLUMN.replace("COLUMN", "COLUMN IF NOT EXISTS"))
  for (const step of pending) {
    await client.query(step.sql)
    if (step.fill) await fillPostgres(client, step.fill)
    const values = [step.id, step.name, checksum(step), now, packageJson.version]
    await client.query(
      "INSERT INTO schema_migration (id, name, checksum, applied_at, program) VALUES ($1, $2, $3, $4, $5)",
      values,
    )
  }
  return pending.map((step) => step.id)
}
