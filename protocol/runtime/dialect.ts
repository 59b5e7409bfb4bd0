/** Every difference between SQLite and PostgreSQL that a repository can meet, in one small object. */
import { type RawBuilder, sql } from "kysely"

export type Engine = "sqlite" | "postgres"

export interface Dialect {
  readonly engine: Engine
  /** Locks the rows of a select until the commit. SQLite's one writer holds everything already. */
  forUpdate<Q extends Lockable<Q>>(query: Q): Q
  /** The same, passing over rows that somebody else holds: for workers that share a table. */
  forUpdateSkipLocked<Q extends Lockable<Q>>(query: Q): Q
  /** The text under a key of a column that holds JSON as text. */
  jsonText(column: string, key: string): RawBuilder<string | null>
  isUniqueViolation(error: unknown): boolean
}

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
  jsonText: (column, key) => sql`json_extract(${sql.ref(column)}, ${`$."${key}"`})`,
  isUniqueViolation: (error) => SQLITE_UNIQUE.includes(codeOf(error)),
}

export const postgresDialect: Dialect = {
  engine: "postgres",
  forUpdate: (query) => query.forUpdate(),
  forUpdateSkipLocked: (query) => query.forUpdate().skipLocked(),
  jsonText: (column, key) => sql`(${sql.ref(column)}::jsonb ->> ${key})`,
  isUniqueViolation: (error) => POSTGRES_UNIQUE.includes(codeOf(error)),
}

/** The code that both drivers put on their errors; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" ? code : ""
}
