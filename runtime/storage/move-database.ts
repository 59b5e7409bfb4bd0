/** Copies a SQLite database to an empty PostgreSQL database, completely and checked, or not at all. The file stays unchanged. */
import { existsSync } from "node:fs"
import pg from "pg"
import { isConnectionLost, isRefused } from "./database-errors.ts"
import { codeOf } from "./dialect.ts"
import { type EngineMigration, migrateSqlite } from "./migrate.ts"
import { migrateInside } from "./migrate-postgres.ts"
import { copyTable, findDifference, listTables, listTargetTables, type MovedTable, tallyTarget } from "./move-tables.ts"
import { assertDurable } from "./postgres.ts"
import { whyNoPostgres } from "./postgres-address.ts"
import { quickCheck, type SqliteDatabase } from "./sqlite.ts"
import { Sqlite } from "./sqlite-library.ts"
import { MoveRefused } from "./store-errors.ts"

const CONNECT_TIMEOUT_MS = 5_000

export interface Move {
  /** The SQLite file. */
  readonly from: string
  /** `postgres://…` */
  readonly to: string
  readonly migrations: readonly EngineMigration[]
  /** ISO text. */
  readonly now: string
  /** Called with the progress; `total` is the table's number of rows. */
  readonly onProgress?: (table: string, step: { readonly done: number; readonly total: number }) => void
}

export interface Moved {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** Number of vendors that have rows. */
  readonly tenants: number
  readonly rows: number
}

/**
 * Works in one transaction of PostgreSQL, so that a failed move leaves nothing behind and can be repeated. The file is locked, so that no
 * hub can use it, and every row is read back before the commit. Throws MoveRefused.
 */
export async function moveDatabase(move: Move): Promise<Moved> {
  const from = lockFile(move)
  try {
    const to = await connect(move.to)
    try {
      return await moveAll(move, from, to)
    } finally {
      await to.end().catch(() => {})
    }
  } finally {
    from.close()
  }
}

/** Locks the file, which fails if another process has it open, and migrates and checks it. */
function lockFile({ from, migrations, now }: Move): SqliteDatabase {
  if (!existsSync(from)) throw new MoveRefused(`the file ${from} does not exist`)
  const db = new Sqlite(from, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma("locking_mode = EXCLUSIVE")
    db.pragma("foreign_keys = ON")
    db.exec("BEGIN IMMEDIATE; COMMIT")
    const ledger = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'").get()
    if (ledger === undefined) throw new MoveRefused(`${from} is not a database of this program`)
    migrateSqlite(db, migrations, now)
    const [fault] = quickCheck(db)
    if (fault !== undefined) throw new MoveRefused(`${from} is damaged (${fault}): restore it from a backup`)
    return db
  } catch (error) {
    db.close()
    if (codeOf(error).startsWith("SQLITE_BUSY"))
      throw new MoveRefused(`another process uses ${from}: stop the hub first`)
    if (codeOf(error) === "SQLITE_NOTADB") throw new MoveRefused(`${from} is not a SQLite database`)
    throw error
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "brasa move",
  })
  client.on("error", () => {})
  try {
    await client.connect()
    await assertDurable(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw new MoveRefused(`PostgreSQL cannot be used: ${whyNoPostgres(error)}`)
  }
}

async function moveAll(move: Move, from: SqliteDatabase, to: pg.Client): Promise<Moved> {
  const tables = listTables(from)
  let committing = false
  try {
    await to.query("BEGIN")
    await prepareTarget(to, tables, move)
    // Turns triggers off, because the rows that they made are copied as well.
    await to.query("SET LOCAL brasa.copying = 'on'")
    const moved = await copyAndCheck(move, { from, to, tables })
    committing = true
    await to.query("COMMIT")
    // Statistics for the planner before the first query.
    await to.query("ANALYZE")
    return moved
  } catch (error) {
    if (isRefused(error)) throw new MoveRefused(`PostgreSQL cannot be used: ${whyNoPostgres(error)}`)
    if (!isConnectionLost(error)) throw error
    const outcome = committing ? "check whether the target is empty; if so, move again" : "nothing has been moved"
    throw new MoveRefused(`the connection to PostgreSQL was lost: ${outcome}`)
  }
}

/** Checks that the target is empty and unused, migrates it, and locks its tables until the commit. */
async function prepareTarget(to: pg.Client, tables: readonly MovedTable[], { migrations, now }: Move): Promise<void> {
  const ours = new Set(tables.map(({ name }) => name))
  const foreign = (await listTargetTables(to)).find((name) => !ours.has(name))
  if (foreign !== undefined) throw new MoveRefused(`the target already has a table ${foreign}: use an empty database`)
  // An idle hub may have no pool connections, but it keeps the one for notifications.
  const hubs = await to.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('brasa', 'brasa wakes')",
  )
  if (hubs.rows.length > 0) throw new MoveRefused("a hub uses the target: stop it first")
  await migrateInside(to, migrations, now)
  await to.query(`LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(", ")} IN ACCESS EXCLUSIVE MODE`)
  for (const { name } of tables) {
    const { rows } = await to.query(`SELECT 1 FROM "${name}" LIMIT 1`)
    if (rows.length > 0) throw new MoveRefused(`the target is not empty: ${name} has rows`)
  }
}

interface Ends {
  readonly from: SqliteDatabase
  readonly to: pg.Client
  readonly tables: readonly MovedTable[]
}

async function copyAndCheck({ onProgress = () => {} }: Move, { from, to, tables }: Ends): Promise<Moved> {
  const moved: { name: string; rows: number }[] = []
  const tenants = new Set<string>()
  for (const table of tables) {
    const total = from.prepare(`SELECT count(*) FROM "${table.name}"`).pluck().get() as number
    const sent = await copyTable({ from, to, table, onRows: (done) => onProgress(table.name, { done, total }) })
    const difference = findDifference(sent, await tallyTarget(to, table))
    if (difference !== null) throw new MoveRefused(`${table.name}: ${difference}; nothing has been moved`)
    for (const tenant of sent.keys()) if (tenant.includes("/")) tenants.add(tenant)
    moved.push({ name: table.name, rows: [...sent.values()].reduce((sum, { rows }) => sum + rows, 0) })
  }
  return { tables: moved, tenants: tenants.size, rows: moved.reduce((sum, { rows }) => sum + rows, 0) }
}
