/** Inserts rows with cached statement texts, because building and compiling a statement costs more than running it. */
import { CompiledQuery } from "kysely"
import type { ColumnsOf, Dialect } from "./dialect.ts"
import { prepareStatement } from "./prepared-statements.ts"

/** Rows per statement: 64, 32, 16 and so on, so that few prepared statements fit any number of rows. */
const SQLITE_ROWS_MAX = 64
/** Rows per statement: up to 32 in multiples of 8, then the rest, because each statement costs a round trip. */
const POSTGRES_ROWS_MAX = 32
const POSTGRES_ROWS_STEP = 8
/** Limit of the cache; a program needs about a hundred texts. */
const TEXTS_MAX = 1_000

interface RowsInto<Row> {
  readonly table: string
  readonly columns: ColumnsOf<Row>
  /** SQL after the rows, such as ON CONFLICT or RETURNING. */
  readonly end?: string
}

/** Makes the statements that insert the rows, in order. */
type InsertRows<Row> = (dialect: Dialect, rows: readonly Row[]) => CompiledQuery[]

/** For rows with short columns: on PostgreSQL all rows are one JSON parameter of one statement. */
export function createInsert<Row extends object>({ table, columns, end = "" }: RowsInto<Row>): InsertRows<Row> {
  const names = Object.keys(columns)
  const typed = Object.entries<"text" | "whole">(columns).map(([name, type]) => `"${name}" ${TYPES[type]}`)
  const from = `json_to_recordset($1::json) AS v(${typed.join(", ")})`
  const asJson = `INSERT INTO "${table}" ("${names.join('", "')}") SELECT "${names.join('", "')}" FROM ${from} ${end}`
  prepareStatement(asJson)
  return (dialect, rows) => {
    if (dialect.engine === "sqlite" || rows.length < 2) return statementsOf(dialect, { table, names, end }, rows)
    return [CompiledQuery.raw(asJson, [JSON.stringify(rows)])]
  }
}

const TYPES = { text: "TEXT", whole: "BIGINT" } as const

/** Takes the columns from the first row. Also for rows with long texts. */
export function insertValues(
  dialect: Dialect,
  { table, rows, end = "" }: { table: string; rows: readonly object[]; end?: string },
): CompiledQuery[] {
  return statementsOf(dialect, { table, names: Object.keys(rows[0] ?? {}), end }, rows)
}

interface Into {
  readonly table: string
  readonly names: readonly string[]
  readonly end: string
}

const texts = new Map<string, string>()

/** Passes each value as a parameter, because parsing long JSON costs both engines more than the insert. */
function statementsOf(dialect: Dialect, into: Into, rows: readonly object[]): CompiledQuery[] {
  const cacheKey = `${dialect.engine} ${into.table} ${into.names.join(" ")} ${into.end}`
  const statements: CompiledQuery[] = []
  for (let at = 0; at < rows.length; ) {
    const count = dialect.engine === "postgres" ? postgresCount(rows.length - at) : sqliteCount(rows.length - at)
    const values: unknown[] = []
    for (const row of rows.slice(at, at + count) as Record<string, unknown>[]) {
      for (const name of into.names) values.push(row[name])
    }
    statements.push(CompiledQuery.raw(textOf(`${count} ${cacheKey}`, into, { dialect, count }), values))
    at += count
  }
  return statements
}

function sqliteCount(left: number): number {
  let count = SQLITE_ROWS_MAX
  while (count > left) count /= 2
  return count
}

function postgresCount(left: number): number {
  if (left < POSTGRES_ROWS_STEP) return left
  return Math.min(POSTGRES_ROWS_MAX, left - (left % POSTGRES_ROWS_STEP))
}

function textOf(cacheKey: string, into: Into, size: { dialect: Dialect; count: number }): string {
  const known = texts.get(cacheKey)
  if (known !== undefined) return known
  const text = write(into, size)
  if (texts.size < TEXTS_MAX) {
    texts.set(cacheKey, text)
    prepareStatement(text)
  }
  return text
}

function write({ table, names, end }: Into, { dialect, count }: { dialect: Dialect; count: number }): string {
  const places = dialect.places(names.length * count).split(", ")
  const rows = Array.from({ length: count }, (_, n) =>
    places.slice(n * names.length, (n + 1) * names.length).join(", "),
  )
  return `INSERT INTO "${table}" ("${names.join('", "')}") VALUES (${rows.join("), (")}) ${end}`
}
