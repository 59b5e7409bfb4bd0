/**
 * Queries that are built and compiled once per engine, because that takes longer than running a small query. Such a query is written like any other,
 * with `at.name` in place of a value.
 */
import { type CompiledQuery, type Kysely, PostgresAdapter, type QueryResult } from "kysely"
import { type Dialect, postgresDialect, sqliteDialect } from "./dialect.ts"
import { prepareStatement } from "./prepared-statements.ts"

/** Placeholder for the value of this name. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The `db` of any scope. */
export type Runs = Pick<Kysely<unknown>, "executeQuery" | "getExecutor">

/** A query of Kysely's builder or of `sql`. */
export interface Built<DB, Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
}

export interface StatementOptions {
  /** Keeps the statement prepared on PostgreSQL; only for lookups by a unique key (prepared-statements.ts). */
  readonly byKey?: boolean
}

/** `build` must not branch on the values in `at`, which are placeholders. */
export function createStatement<DB, Values extends object, Row>(
  build: (db: Kysely<DB>, at: Values, dialect: Dialect) => Built<DB, Row>,
  { byKey = false }: StatementOptions = {},
): (db: Runs, values: Values) => Promise<QueryResult<Row>> {
  const texts = new Map<Dialect, CompiledQuery<Row>>()
  const textOf = (db: Kysely<DB>, dialect: Dialect) => {
    const text = build(db, placeholders<Values>(), dialect).compile(db)
    if (byKey) prepareStatement(text.sql)
    return text
  }
  return (db, values) => {
    const dialect = dialectOf(db)
    const text = texts.get(dialect) ?? textOf(db as Kysely<DB>, dialect)
    texts.set(dialect, text)
    const valueAt = (value: unknown) => (value instanceof Placeholder ? values[value.name as keyof Values] : value)
    return db.executeQuery({ ...text, parameters: text.parameters.map(valueAt) })
  }
}

/** The dialect of a scope's `db`. */
export function dialectOf(db: Runs): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect
}

function placeholders<Values extends object>(): Values {
  return new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values
}
