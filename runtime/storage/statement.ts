/**
 * A query that is built and made into text once for each engine, for what is asked again and again: to build and compile a small query takes
 * longer than to run it. It is written as any other query is; `at` stands where a value will be.
 */
import { type CompiledQuery, type Kysely, PostgresAdapter, type QueryResult } from "kysely"
import { type Dialect, postgresDialect, sqliteDialect } from "./dialect.ts"
import { prepareStatement } from "./prepared-statements.ts"

/** Where the value of this name goes. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What a statement is run on: any scope's `db`. */
export type Runs = Pick<Kysely<unknown>, "executeQuery" | "getExecutor">

/** A builder's query, or one that is written as text. */
export interface Built<DB, Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
}

export interface StatementOptions {
  /** Stays prepared on PostgreSQL: for rows that are found by a unique key alone (prepared-statements.ts). */
  readonly byKey?: boolean
}

/** `build` must not decide by what `at` holds: that is no value yet. */
export function createStatement<DB, Values extends object, Row>(
  build: (db: Kysely<DB>, at: Values, dialect: Dialect) => Built<DB, Row>,
  { byKey = false }: StatementOptions = {},
): (db: Runs, values: Values) => Promise<QueryResult<Row>> {
  const texts = new Map<Dialect, CompiledQuery<Row>>()
  const textOf = (db: Kysely<DB>, dialect: Dialect) => {
    const text = build(db, places<Values>(), dialect).compile(db)
    if (byKey) prepareStatement(text.sql)
    return text
  }
  return (db, values) => {
    const dialect = dialectOf(db)
    const text = texts.get(dialect) ?? textOf(db as Kysely<DB>, dialect)
    texts.set(dialect, text)
    const valueAt = (one: unknown) => (one instanceof Place ? values[one.name as keyof Values] : one)
    return db.executeQuery({ ...text, parameters: text.parameters.map(valueAt) })
  }
}

/** Of the engine that a scope's `db` speaks to. */
export function dialectOf(db: Runs): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect
}

function places<Values extends object>(): Values {
  return new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values
}
