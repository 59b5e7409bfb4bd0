/** Puts rows into a table with statements that are written once: to build and compile one anew costs more than to run it. */
import { CompiledQuery } from "kysely"
import type { ColumnsOf, Dialect } from "./dialect.ts"
import { prepareStatement } from "./prepared-statements.ts"

/** Rows of one statement. SQLite takes them by halves of this, so that any number of rows needs few statements, all prepared already. */
const SQLITE_ROWS_MAX = 64
/** A statement is a round trip here: so many rows, else the eights in them, else the rest. */
const POSTGRES_ROWS_MAX = 32
const POSTGRES_ROWS_STEP = 8
/** A program has some hundred at most. */
const TEXTS_MAX = 1_000

interface RowsInto<Row> {
  readonly table: string
  readonly columns: ColumnsOf<Row>
  /** What follows the rows: ON CONFLICT, RETURNING. */
  readonly end?: string
}

/** The statements for some rows, in their order. */
type InsertRows<Row> = (dialect: Dialect, rows: readonly Row[]) => CompiledQuery[]

/** For rows of short columns: on PostgreSQL one statement, whatever their number. */
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

/** Where only the rows say which columns they have: each has those of the first. For rows that carry long texts, too. */
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

/** Values go over one by one: taking JSON apart costs either engine more than the insert itself, the more the longer it is. */
function statementsOf(dialect: Dialect, into: Into, rows: readonly object[]): CompiledQuery[] {
  const place = `${dialect.engine} ${into.table} ${into.names.join(" ")} ${into.end}`
  const statements: CompiledQuery[] = []
  for (let at = 0; at < rows.length; ) {
    const count = dialect.engine === "postgres" ? eightsOf(rows.length - at) : halfOf(rows.length - at)
    const values: unknown[] = []
    for (const row of rows.slice(at, at + count) as Record<string, unknown>[]) {
      for (const name of into.names) values.push(row[name])
    }
    statements.push(CompiledQuery.raw(textOf(`${count} ${place}`, into, { dialect, count }), values))
    at += count
  }
  return statements
}

function halfOf(left: number): number {
  let count = SQLITE_ROWS_MAX
  while (count > left) count /= 2
  return count
}

function eightsOf(left: number): number {
  if (left < POSTGRES_ROWS_STEP) return left
  return Math.min(POSTGRES_ROWS_MAX, left - (left % POSTGRES_ROWS_STEP))
}

function textOf(place: string, into: Into, size: { dialect: Dialect; count: number }): string {
  const known = texts.get(place)
  if (known !== undefined) return known
  const text = write(into, size)
  if (texts.size < TEXTS_MAX) {
    texts.set(place, text)
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
