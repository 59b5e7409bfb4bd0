/** The same steps on PostgreSQL; apart from SQLite's, so that a box needs nothing of PostgreSQL to migrate its file. */
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

/** "brasa" as a number: one program at a time migrates one PostgreSQL database. */
const ADVISORY_LOCK = 0x6272617361
/** Whoever waits for longer looks at the log, and shall not take it for a program that hangs. */
const TELL_AFTER_MS = 2_000

const LATE =
  "the database is being brought to this program's schema, by this process or another; the start goes on when that is done"

/** Applies what is missing under an advisory lock and answers its ids: of many processes that start together one migrates and the others find it done. */
export async function migratePostgres(
  pool: Pool,
  migrations: readonly EngineMigration[],
  now: string,
  log: Log,
): Promise<number[]> {
  const client = await pool.connect()
  const late = setTimeout(() => log.info(LATE), TELL_AFTER_MS)
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
    // Not for anybody else: this one waits for ever.
    client.release(true)
  }
}

/** Whether any program of ours has been at work here. */
export async function hasLedger(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query("SELECT to_regclass('schema_migration') IS NOT NULL AS there")
  return rows[0]?.there === true
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
  const { rows } = await client.query("SELECT * FROM schema_migration ORDER BY id")
  const pending = findPending(known, rows)
  // Only before a step: the column would otherwise stop who reads at every start.
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
