/** Puts rows into a table with statements that are written once: to build and compile one anew costs more than to run it. */
import { CompiledQuery } from "kysely"
import type { ColumnsOf, Dialect } from "./dialect.ts"

/** Rows of one statement. SQLite takes them by halves of this, so that any number of rows needs few statements, all known already. */
const SQLITE_ROWS_MAX = 64
const POSTGRES_ROWS_MAX = 500

export interface RowsInto<Row> {
  readonly table: string
  readonly columns: ColumnsOf<Row>
  /** What follows the rows: ON CONFLICT, RETURNING. */
  readonly end?: string
}

/** The statements for some rows, in their order. */
export type InsertRows<Row> = (dialect: Dialect, rows: readonly Row[]) => CompiledQuery[]

/**
 * Values go over one by one on SQLite, which would else take JSON apart for each column of each row: a third of the time. On
 * PostgreSQL they go over as one text, so that the server reads one short statement.
 */
export function createInsert<Row extends object>(into: RowsInto<Row>): InsertRows<Row> {
  const names = Object.keys(into.columns) as (keyof Row & string)[]
  const written = new Map<string, string>()
  const textOf = (dialect: Dialect, count: number): string => {
    const place = `${dialect.engine} ${count}`
    const known = written.get(place) ?? write(into, dialect, count)
    written.set(place, known)
    return known
  }
  const valuesOf = (rows: readonly Row[]) => rows.flatMap((row) => names.map((name) => row[name]))
  return (dialect, rows) => {
    const statements: CompiledQuery[] = []
    for (let at = 0; at < rows.length; ) {
      const some = rows.slice(at, at + countOf(dialect, rows.length - at))
      const isText = dialect.engine === "postgres" && some.length > 1
      const values = isText ? [JSON.stringify(some)] : valuesOf(some)
      statements.push(CompiledQuery.raw(textOf(dialect, isText ? MANY : some.length), values))
      at += some.length
    }
    return statements
  }
}

/** So many rows as one text. */
const MANY = 0

function countOf({ engine }: Dialect, left: number): number {
  if (engine === "postgres") return Math.min(left, POSTGRES_ROWS_MAX)
  let count = SQLITE_ROWS_MAX
  while (count > left) count /= 2
  return count
}

function write<Row>({ table, columns, end = "" }: RowsInto<Row>, dialect: Dialect, count: number): string {
  const names = Object.keys(columns)
  const into = `INSERT INTO ${table} (${names.join(", ")})`
  if (count !== MANY) {
    const places = dialect.places(names.length * count).split(", ")
    const rows = Array.from({ length: count }, (_, n) =>
      places.slice(n * names.length, (n + 1) * names.length).join(", "),
    )
    return `${into} VALUES (${rows.join("), (")}) ${end}`
  }
  const types = { text: "TEXT", whole: "BIGINT" }
  const typed = Object.entries<"text" | "whole">(columns).map(([name, type]) => `${name} ${types[type]}`)
  return `${into} SELECT ${names.join(", ")} FROM json_to_recordset($1::json) AS v(${typed.join(", ")}) ${end}`
}
