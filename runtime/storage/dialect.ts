/** All differences between SQLite and PostgreSQL that queries need to know. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely"

export type Engine = "sqlite" | "postgres"

export interface Dialect {
  readonly engine: Engine
  /** Locks the selected rows until the commit. Nothing to do on SQLite, which has one writer. */
  forUpdate<Q extends Lockable<Q>>(query: Q): Q
  /** The same, skipping rows that another transaction has locked: for workers that share a table. */
  forUpdateSkipLocked<Q extends Lockable<Q>>(query: Q): Q
  /** Waits until no other transaction holds the lock of this name, and holds it until the commit. Nothing to do on SQLite. */
  alone<DB>(db: Kysely<DB>, name: string): Promise<void>
  /**
   * Rows as a table for a FROM, passed as one JSON parameter, so that the statement does not depend on their number. In a statement that is built
   * once, `rows` is the placeholder of that JSON text.
   */
  rowsAs<Row extends object>(name: string, columns: ColumnsOf<Row>, rows: readonly Row[] | string): RawBuilder<unknown>
  /** The column is one of `texts`; uses the column's index for each. */
  oneOf(column: string, texts: Iterable<string>): RawBuilder<SqlBool>
  /** The same for a statement that is built once; `list` comes from `listOf`. */
  isAmong(column: string, list: unknown): RawBuilder<SqlBool>
  /** A list of `listOf` as a table for a FROM, with the column `text`. */
  eachOf(name: string, list: unknown): RawBuilder<unknown>
  listOf(texts: Iterable<string>): unknown
  /** Placeholders for `count` values: `?, ?` or `$1, $2`. */
  places(count: number): string
  /** The text under a key of a column with JSON text. */
  jsonText(column: string, key: string): RawBuilder<string | null>
  /** The column is a JSON list with no texts but these. */
  within(column: string, texts: Iterable<string>): RawBuilder<SqlBool>
  /** The column contains `text`; ignores the case of A to Z. */
  contains(column: string, text: string): RawBuilder<SqlBool>
  /** Keeps SQLite, which has no statistics, from choosing this column's index. */
  aside(column: string): RawBuilder<string | null>
  /** Keeps both engines from choosing this column's index instead of a unique key's. PostgreSQL misjudges a table that it has not analysed. */
  behindKey(column: string): RawBuilder<string | null>
  isUniqueViolation(error: unknown): boolean
}

/** Column types of the rows. */
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

/** The drivers' error code; empty if the error has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" ? code : ""
}
