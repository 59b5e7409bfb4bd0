/** Moves a machine's SQLite file to an empty PostgreSQL database: whole and checked, or not at all. The file stays as it is. */
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
  /** ISO moment. */
  readonly now: string
  /** Hears how far it is; `total` is how many rows the table has. */
  readonly onProgress?: (table: string, step: { readonly done: number; readonly total: number }) => void
}

export interface Moved {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** Accounts' vendors that have rows. */
  readonly tenants: number
  readonly rows: number
}

/**
 * All of it in one transaction of PostgreSQL: what is cut off leaves nothing behind and is simply done again. The file is locked
 * meanwhile, so that no hub can be at work on it, and every row is read back before the commit.
 */
export async function moveDatabase(move: Move): Promise<Moved> {
  const from = takeFile(move)
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

/** Nobody else has the file open: SQLite gives it to one alone only then. It is brought to this program's schema, as any start would. */
function takeFile({ from, migrations, now }: Move): SqliteDatabase {
  if (!existsSync(from)) throw new MoveRefused(`there is no file ${from}`)
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
    if (codeOf(error).startsWith("SQLITE_BUSY")) throw new MoveRefused(`a process works on ${from}: stop the hub first`)
    if (codeOf(error) === "SQLITE_NOTADB") throw new MoveRefused(`${from} is no database of SQLite's`)
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
    // What the database makes of its rows by itself comes along with them.
    await to.query("SET LOCAL brasa.copying = 'on'")
    const moved = await copyAndCheck(move, { from, to, tables })
    committing = true
    await to.query("COMMIT")
    // The planner knows the tables before the first question comes.
    await to.query("ANALYZE")
    return moved
  } catch (error) {
    if (isRefused(error)) throw new MoveRefused(`PostgreSQL cannot be used: ${whyNoPostgres(error)}`)
    if (!isConnectionLost(error)) throw error
    const outcome = committing ? "look whether the target is empty; if it is, move again" : "nothing has been moved"
    throw new MoveRefused(`PostgreSQL went away: ${outcome}`)
  }
}

/** Empty, at this program's schema, with no hub at work on it, and with nobody else until the commit. */
async function prepareTarget(to: pg.Client, tables: readonly MovedTable[], { migrations, now }: Move): Promise<void> {
  const ours = new Set(tables.map(({ name }) => name))
  const foreign = (await listTargetTables(to)).find((name) => !ours.has(name))
  if (foreign !== undefined)
    throw new MoveRefused(`the target has a table ${foreign} already: give a database of its own`)
  // A hub that has nothing to ask has let its pool's connections go, but still listens.
  const hubs = await to.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('brasa', 'brasa wakes')",
  )
  if (hubs.rows.length > 0) throw new MoveRefused("a hub works on the target already: stop it first")
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
