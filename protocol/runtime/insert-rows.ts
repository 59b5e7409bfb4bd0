/** Puts rows into a table with statements that are written once: to build and compile one anew costs more than to run it. */
import { CompiledQuery } from "kysely"
import type { ColumnsOf, Dialect } from "./dialect.ts"

/** Rows of one statement. SQLite takes them by halves of this, so that any number of rows needs few statements, all prepared already. */
const VALUES_ROWS_MAX = 64
const TEXT_ROWS_MAX = 500

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
  return (dialect, rows) => {
    const statements: CompiledQuery[] = []
    for (let at = 0; at < rows.length; ) {
      const some = rows.slice(at, at + countOf(dialect, rows.length - at))
      const isText = dialect.engine === "postgres" && some.length > 1
      const values = isText ? [JSON.stringify(some)] : valuesOf(names, some)
      statements.push(CompiledQuery.raw(textOf(dialect, isText ? MANY : some.length), values))
      at += some.length
    }
    return statements
  }
}

/**
 * The same where only the rows say which columns they have: each has those of the first, bound one by one. For the few rows that a
 * request writes into a table; a table's statements differ by no more than its columns and its ends.
 */
export function insertValues(
  dialect: Dialect,
  { table, rows, end = "" }: { table: string; rows: readonly object[]; end?: string },
): CompiledQuery[] {
  const names = Object.keys(rows[0] ?? {})
  const place = `${dialect.engine} ${table} ${names.join(" ")} ${end}`
  const statements: CompiledQuery[] = []
  for (let at = 0; at < rows.length; ) {
    const left = rows.length - at
    const some = rows.slice(at, at + (dialect.engine === "postgres" ? Math.min(left, VALUES_ROWS_MAX) : halfOf(left)))
    const text = texts.get(`${some.length} ${place}`) ?? writeValues({ table, names, end }, dialect, some.length)
    if (texts.size < TEXTS_MAX) texts.set(`${some.length} ${place}`, text)
    statements.push(CompiledQuery.raw(text, valuesOf(names, some)))
    at += some.length
  }
  return statements
}

/** A program has some hundred at most. */
const TEXTS_MAX = 1_000
const texts = new Map<string, string>()

function valuesOf(names: readonly string[], rows: readonly object[]): unknown[] {
  return rows.flatMap((row) => names.map((name) => (row as Record<string, unknown>)[name]))
}

/** So many rows as one text. */
const MANY = 0

function countOf({ engine }: Dialect, left: number): number {
  return engine === "postgres" ? Math.min(left, TEXT_ROWS_MAX) : halfOf(left)
}

function halfOf(left: number): number {
  let count = VALUES_ROWS_MAX
  while (count > left) count /= 2
  return count
}

function write<Row>({ table, columns, end = "" }: RowsInto<Row>, dialect: Dialect, count: number): string {
  const names = Object.keys(columns)
  if (count !== MANY) return writeValues({ table, names, end }, dialect, count)
  const types = { text: "TEXT", whole: "BIGINT" }
  const typed = Object.entries<"text" | "whole">(columns).map(([name, type]) => `${name} ${types[type]}`)
  const from = `json_to_recordset($1::json) AS v(${typed.join(", ")})`
  return `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.join(", ")} FROM ${from} ${end}`
}

interface Written {
  readonly table: string
  readonly names: readonly string[]
  readonly end: string
}

function writeValues({ table, names, end }: Written, dialect: Dialect, count: number): string {
  const places = dialect.places(names.length * count).split(", ")
  const rows = Array.from({ length: count }, (_, n) =>
    places.slice(n * names.length, (n + 1) * names.length).join(", "),
  )
  return `INSERT INTO "${table}" ("${names.join('", "')}") VALUES (${rows.join("), (")}) ${end}`
}
