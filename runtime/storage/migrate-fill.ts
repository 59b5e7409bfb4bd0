/** The part of a migration that SQL cannot say: rows made by the program's own rules, in the step's transaction, on either engine. */
import type { ClientBase } from "pg"
import type { SqliteDatabase } from "./sqlite.ts"

type FillValue = string | number | null

/** Its values are `$1`, `$2` and so on in both engines. */
interface FillQuery {
  readonly sql: string
  readonly values: readonly FillValue[]
}

/** Yields its queries and is handed the rows of each: so it is written once for an engine that waits and one that does not. */
export type FillContext<Result = void> = Generator<FillQuery, Result, readonly Readonly<Record<string, unknown>>[]>
export type Fill = () => FillContext

export function fillSqlite(db: SqliteDatabase, fill: Fill): void {
  const filling = fill()
  let step = filling.next()
  while (!step.done) {
    const { sql, values } = step.value
    const statement = db.prepare<[Record<string, FillValue>]>(sql)
    const named = Object.fromEntries(values.map((value, index) => [String(index + 1), value]))
    step = filling.next(
      statement.reader ? (statement.all(named) as Record<string, unknown>[]) : nothing(statement.run(named)),
    )
  }
}

export async function fillPostgres(client: Pick<ClientBase, "query">, fill: Fill): Promise<void> {
  const filling = fill()
  let step = filling.next()
  while (!step.done) {
    const { sql, values } = step.value
    const { rows } = await client.query(sql, [...values])
    step = filling.next(rows)
  }
}

/** All rows in one statement; they have the same columns. */
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

function nothing(_ran: unknown): [] {
  return []
}
