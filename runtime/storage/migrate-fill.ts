/** Code steps of a migration: they read and write rows in the migration's transaction, on either engine. */
import type { ClientBase } from "pg"
import type { SqliteDatabase } from "./sqlite.ts"

type FillValue = string | number | null

/** The placeholders are `$1`, `$2` and so on, on both engines. */
interface FillQuery {
  readonly sql: string
  readonly values: readonly FillValue[]
}

/** A generator that yields queries and receives their rows, so that the same code works synchronously and asynchronously. */
export type FillContext<Result = void> = Generator<FillQuery, Result, readonly Readonly<Record<string, unknown>>[]>
export type Fill = () => FillContext

export function fillSqlite(db: SqliteDatabase, fill: Fill): void {
  const queries = fill()
  let step = queries.next()
  while (!step.done) {
    const { sql, values } = step.value
    const statement = db.prepare<[Record<string, FillValue>]>(sql)
    const named = Object.fromEntries(values.map((value, index) => [String(index + 1), value]))
    step = queries.next(
      statement.reader ? (statement.all(named) as Record<string, unknown>[]) : noRows(statement.run(named)),
    )
  }
}

export async function fillPostgres(client: Pick<ClientBase, "query">, fill: Fill): Promise<void> {
  const queries = fill()
  let step = queries.next()
  while (!step.done) {
    const { sql, values } = step.value
    const { rows } = await client.query(sql, [...values])
    step = queries.next(rows)
  }
}

/** One statement that inserts all rows, which must have the same columns. */
export function insertRows(
  table: string,
  rows: readonly Readonly<Record<string, FillValue>>[],
  conflict = "",
): FillQuery {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map((_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(", ")})`)
  return {
    sql: `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${places.join(", ")} ${conflict}`,
    values: rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  }
}

function noRows(_result: unknown): [] {
  return []
}
