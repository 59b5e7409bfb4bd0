/** Copies tables from SQLite to PostgreSQL in batches, and compares both sides by row counts and checksums. */
import { createHash } from "node:crypto"
import type { ClientBase } from "pg"
import type { SqliteDatabase } from "./sqlite.ts"

/** Rows per statement. */
const BATCH_MAX = 500
/** A batch with more text is sent before it is full. */
const BATCH_CHARS = 2_000_000
const FETCH_ROWS = 1_000
const DIGEST_BITS = 64
const LEDGER = "schema_migration"
const TENANT = ["account_id", "vendor_id"]

type Value = string | bigint | number | Buffer | null
type Row = readonly Value[]

export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** A tenant's rows in a table: their number, and the sum of their hashes. */
export interface Tally {
  rows: number
  sum: bigint
}

/** By tenant, `account/vendor`; the key is empty for a table without tenants. */
type Tallies = Map<string, Tally>

/** Tables in an order in which each one follows the tables that it references. */
export function listTables(db: SqliteDatabase): MovedTable[] {
  const names = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ? ORDER BY name",
    )
    .pluck()
    .all(LEDGER) as string[]
  const references = new Map(
    names.map((name) => [
      name,
      (db.pragma(`foreign_key_list("${name}")`) as { table: string }[]).map(({ table }) => table),
    ]),
  )
  const ordered: string[] = []
  const place = (name: string) => {
    if (ordered.includes(name)) return
    for (const other of references.get(name) ?? []) if (other !== name) place(other)
    ordered.push(name)
  }
  for (const name of names) place(name)
  return ordered.map((name) => ({
    name,
    columns: (db.pragma(`table_info("${name}")`) as { name: string }[]).map((column) => column.name),
  }))
}

/** Tables of the connection's current schema. */
export async function listTargetTables(client: ClientBase): Promise<string[]> {
  const found = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
  return found.rows.map(({ tablename }) => tablename as string).filter((name) => name !== LEDGER)
}

interface CopyOptions {
  readonly from: SqliteDatabase
  readonly to: ClientBase
  readonly table: MovedTable
  /** Called after every batch with the number of rows sent so far. */
  readonly onRows: (rows: number) => void
}

/** Copies a table, and returns the tallies of the rows that it read. */
export async function copyTable({ from, to, table, onRows }: CopyOptions): Promise<Tallies> {
  const types = await typesOf(to, table)
  const insert = insertOf(table, types)
  const tallies: Tallies = new Map()
  const reading = from
    .prepare(`SELECT ${listOf(table.columns)} FROM "${table.name}"`)
    .raw()
    .safeIntegers()
  let [batch, chars, sent] = [[] as Row[], 0, 0]
  const send = async () => {
    const columns = table.columns.map((_, at) => batch.map((row) => sendable(row[at] ?? null)))
    await to.query({ name: `move ${table.name}`, text: insert, values: columns })
    sent += batch.length
    onRows(sent)
    batch = []
    chars = 0
  }
  for (const row of reading.iterate() as Iterable<Row>) {
    count(tallies, table, row)
    batch.push(row)
    for (const value of row) if (typeof value === "string" || Buffer.isBuffer(value)) chars += value.length
    if (batch.length >= BATCH_MAX || chars >= BATCH_CHARS) await send()
  }
  if (batch.length > 0) await send()
  return tallies
}

/** Reads every row back and returns the tallies. */
export async function tallyTarget(client: ClientBase, table: MovedTable): Promise<Tallies> {
  const types = await typesOf(client, table)
  const columns = table.columns.map((column, at) => (isPlain(types[at]) ? `"${column}"` : `"${column}"::text`))
  await client.query(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${columns.join(", ")} FROM "${table.name}"`)
  const tallies: Tallies = new Map()
  for (;;) {
    const { rows } = await client.query<Value[]>({ text: `FETCH ${FETCH_ROWS} FROM moved`, rowMode: "array" })
    if (rows.length === 0) break
    for (const row of rows) count(tallies, table, row)
  }
  await client.query("CLOSE moved")
  return tallies
}

/** Describes the first difference between the two sides; null if there is none. */
export function findDifference(one: Tallies, other: Tallies): string | null {
  for (const tenant of new Set([...one.keys(), ...other.keys()])) {
    const [here, there] = [one.get(tenant), other.get(tenant)]
    if (here?.rows !== there?.rows) return `${here?.rows ?? 0} rows of ${tenant || "all"} became ${there?.rows ?? 0}`
    if (here?.sum !== there?.sum) return `${here?.rows} rows of ${tenant || "all"} have other values`
  }
  return null
}

async function typesOf(client: ClientBase, { name, columns }: MovedTable): Promise<string[]> {
  const { rows } = await client.query(
    "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1",
    [name],
  )
  const types = new Map(rows.map((row) => [row.column_name as string, row.data_type as string]))
  const extra = [...types.keys()].filter((column) => !columns.includes(column))
  const found = columns.map((column) => types.get(column) ?? "")
  if (found.includes("") || extra.length > 0)
    throw new Error(`the table ${name} has different columns in the two databases`)
  return found
}

/** One statement for any number of rows, with an array per column. */
function insertOf({ name, columns }: MovedTable, types: readonly string[]): string {
  const arrays = types.map((type, at) => `$${at + 1}::${type}[]`)
  return `INSERT INTO "${name}" (${listOf(columns)}) SELECT * FROM unnest(${arrays.join(", ")})`
}

function count(tallies: Tallies, { columns }: MovedTable, row: Row): void {
  const places = TENANT.map((column) => columns.indexOf(column)).filter((at) => at >= 0 && row[at] !== null)
  const key = places.map((at) => row[at]).join("/")
  const tally = tallies.get(key) ?? { rows: 0, sum: 0n }
  tally.rows += 1
  tally.sum = BigInt.asUintN(DIGEST_BITS, tally.sum + digestOf(row))
  tallies.set(key, tally)
}

/** Hashes each value after its length, so that the boundaries between values count. */
function digestOf(row: Row): bigint {
  const hash = createHash("sha256")
  for (const value of row) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value === null ? "" : String(value))
    hash.update(`${value === null ? "-" : bytes.length}:`).update(bytes)
  }
  return hash.digest().readBigUInt64BE(0)
}

const sendable = (value: Value) => (typeof value === "bigint" ? String(value) : value)
const isPlain = (type: string | undefined) => type === "text" || type === "bytea"
const listOf = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(", ")
