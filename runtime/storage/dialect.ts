/** Every difference between SQLite and PostgreSQL that a repository can meet, in one small object. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely"

export type Engine = "sqlite" | "postgres"

export interface Dialect {
  readonly engine: Engine
  /** Locks the rows of a select until the commit. SQLite's one writer holds everything already. */
  forUpdate<Q extends Lockable<Q>>(query: Q): Q
  /** The same, passing over rows that somebody else holds: for workers that share a table. */
  forUpdateSkipLocked<Q extends Lockable<Q>>(query: Q): Q
  /** Goes on alone among the transactions of this name, until the commit. SQLite's one writer always does. */
  alone<DB>(db: Kysely<DB>, name: string): Promise<void>
  /**
   * Rows handed over as one text, to stand in a FROM under a name: the statement is the same, however many they are. In a statement that is built once,
   * `rows` is that text, JSON.
   */
  rowsAs<Row extends object>(name: string, columns: ColumnsOf<Row>, rows: readonly Row[] | string): RawBuilder<unknown>
  /** That a text column is one of these: looked up in its index one by one, also where a join would be planned as a walk through the table. */
  oneOf(column: string, texts: Iterable<string>): RawBuilder<SqlBool>
  /** The same in a statement that is built once, of a list that `listOf` makes. */
  isAmong(column: string, list: unknown): RawBuilder<SqlBool>
  /** Such a list to stand in a FROM under a name, its column `text`. */
  eachOf(name: string, list: unknown): RawBuilder<unknown>
  listOf(texts: Iterable<string>): unknown
  /** So many places for values, for a statement that is written once and compiled by nobody. */
  places(count: number): string
  /** The text under a key of a column that holds JSON as text. */
  jsonText(column: string, key: string): RawBuilder<string | null>
  /** That a column has a list of texts, as JSON, and none in it but these. */
  within(column: string, texts: Iterable<string>): RawBuilder<SqlBool>
  /** Whether a text column contains a text; the case of A to Z does not matter. */
  contains(column: string, text: string): RawBuilder<SqlBool>
  /** A column that must not choose the index: SQLite knows no statistics, PostgreSQL needs no advice. */
  aside(column: string): RawBuilder<string | null>
  /** A column beside a unique key, which alone must choose: of a table that it has not analysed PostgreSQL believes that a tenant has a handful of rows. */
  behindKey(column: string): RawBuilder<string | null>
  isUniqueViolation(error: unknown): boolean
}

/** What the columns of handed-over rows are. */
export type ColumnsOf<Row> = Readonly<Record<keyof Row & string, "text" | "whole">>

interface Lockable<Q> {
  forUpdate(): Q
  skipLocked(): Q
}

const SQLITE_UNIQUE = ["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]
const POSTGRES_UNIQUE = ["23505"]

export const sqliteDialect: Dialect = {
  engine: "sqlite",
  forUpdate: (query) => query,
  forUpdateSkipLocked: (query) => query,
  alone: async () => {},
  places: (count) => Array.from({ length: count }, () => "?").join(", "),
  rowsAs: (name, columns, rows) => {
    const parts = Object.keys(columns).map(
      (column) => sql`json_extract(value, ${sql.lit(`$.${column}`)}) AS ${sql.ref(column)}`,
    )
    return sql`(SELECT ${sql.join(parts)} FROM json_each(${textOf(rows)})) AS ${sql.ref(name)}`
  },
  oneOf: (column, texts) => sqliteDialect.isAmong(column, sqliteDialect.listOf(texts)),
  isAmong: (column, list) => sql`${sql.ref(column)} IN (SELECT value FROM json_each(${list}))`,
  eachOf: (name, list) => sql`(SELECT value AS text FROM json_each(${list})) AS ${sql.ref(name)}`,
  listOf: (texts) => JSON.stringify([...texts]),
  jsonText: (column, key) => sql`json_extract(${sql.ref(column)}, ${`$."${key}"`})`,
  within: (column, texts) => sql`(${sql.ref(column)} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM json_each(${sql.ref(column)}) AS one WHERE one.value NOT IN (SELECT value FROM json_each(${sqliteDialect.listOf(texts)}))))`,
  contains: (column, text) => sql`instr(lower(${sql.ref(column)}), lower(${text})) > 0`,
  aside: (column) => sql`+${sql.ref(column)}`,
  behindKey: (column) => sql`+${sql.ref(column)}`,
  isUniqueViolation: (error) => SQLITE_UNIQUE.includes(codeOf(error)),
}

export const postgresDialect: Dialect = {
  engine: "postgres",
  forUpdate: (query) => query.forUpdate(),
  forUpdateSkipLocked: (query) => query.forUpdate().skipLocked(),
  rowsAs: (name, columns, rows) => {
    const types = { text: sql`TEXT`, whole: sql`BIGINT` }
    const parts = Object.keys(columns).map(
      (column) => sql`${sql.ref(column)} ${types[columns[column as keyof typeof columns]]}`,
    )
    return sql`json_to_recordset(${textOf(rows)}::json) AS ${sql.ref(name)}(${sql.join(parts)})`
  },
  oneOf: (column, texts) => postgresDialect.isAmong(column, postgresDialect.listOf(texts)),
  isAmong: (column, list) => sql`${sql.ref(column)} = ANY(${list}::text[])`,
  eachOf: (name, list) => sql`unnest(${list}::text[]) AS ${sql.ref(name)}(text)`,
  listOf: (texts) => [...texts],
  places: (count) => Array.from({ length: count }, (_, n) => `$${n + 1}`).join(", "),
  alone: async (db, name) => void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)),
  jsonText: (column, key) => sql`(${sql.ref(column)}::jsonb ->> ${key})`,
  within: (column, texts) =>
    sql`coalesce(${sql.ref(column)}::jsonb <@ to_jsonb(${postgresDialect.listOf(texts)}::text[]), false)`,
  // In the collation C only A to Z have a case, as in SQLite.
  contains: (column, text) =>
    sql`strpos(lower(${sql.ref(column)} collate "C"), lower(cast(${text} as text) collate "C")) > 0`,
  aside: (column) => sql.ref(column),
  behindKey: (column) => sql`(${sql.ref(column)} || '')`,
  isUniqueViolation: (error) => POSTGRES_UNIQUE.includes(codeOf(error)),
}

function textOf(rows: readonly object[] | string): string {
  return Array.isArray(rows) ? JSON.stringify(rows) : (rows as string)
}

/** The code that both drivers put on their errors; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" ? code : ""
}
