/** Kysely over better-sqlite3 in two halves: a writer behind the gate of group commit, and a reader that waits for nobody. */
import type { Statement } from "better-sqlite3"
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely"
import type { SqliteDatabase } from "./sqlite.ts"
import type { Gate, Turn } from "./sqlite-gate.ts"

/** Prepared statements kept by connection; the oldest leaves. */
const STATEMENTS_MAX = 500

/** For writing: everything runs in transactions, and a transaction's end waits for the COMMIT of its group. */
export function sqliteWriter(db: SqliteDatabase, gate: Gate): Dialect {
  const execute = createExecutor(db)
  return createDialect(() => ({
    ...idle,
    acquireConnection: async () => createTurnConnection(await gate.enter(), execute),
    beginTransaction: async (connection) => turnOf(connection).begin(),
    commitTransaction: (connection) => turnOf(connection).commit(),
    rollbackTransaction: async (connection) => turnOf(connection).rollback(),
    releaseConnection: async (connection) => turnOf(connection).rollback(),
  }))
}

/** For reading: one read-only connection; SQLite's snapshots keep it clear of the writer. */
export function sqliteReader(db: SqliteDatabase): Dialect {
  const execute = createExecutor(db)
  const connection: DatabaseConnection = { executeQuery: async (query) => execute(query), streamQuery: refuseStream }
  return createDialect(() => ({ ...idle, acquireConnection: async () => connection }))
}

type Execute = <R>(query: CompiledQuery) => QueryResult<R>

interface TurnConnection extends DatabaseConnection {
  readonly turn: Turn
}

function createTurnConnection(turn: Turn, execute: Execute): TurnConnection {
  return {
    turn,
    streamQuery: refuseStream,
    executeQuery: async (query) => {
      turn.assertOpen()
      try {
        return execute(query)
      } catch (error) {
        turn.fail(error)
        throw error
      }
    },
  }
}

function turnOf(connection: DatabaseConnection): Turn {
  return (connection as TurnConnection).turn
}

function createExecutor(db: SqliteDatabase): Execute {
  const prepare = createStatementCache(db)
  return <R>(query: CompiledQuery): QueryResult<R> => {
    const statement = prepare(query.sql)
    const parameters = query.parameters.map(toBound)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }
}

/** better-sqlite3 would bind a whole number above 32 bits as a float. */
function toBound(value: unknown): unknown {
  if (typeof value === "number" && Number.isSafeInteger(value) && (value | 0) !== value) return BigInt(value)
  return value
}

function createStatementCache(db: SqliteDatabase): (sql: string) => Statement {
  const kept = new Map<string, Statement>()
  return (sql) => {
    const found = kept.get(sql)
    if (found) return found
    const statement = db.prepare(sql)
    if (kept.size >= STATEMENTS_MAX) kept.delete(kept.keys().next().value as string)
    kept.set(sql, statement)
    return statement
  }
}

// biome-ignore lint/correctness/useYield: the shape is Kysely's; reading row by row would hold the connection between rows.
async function* refuseStream(): AsyncIterableIterator<never> {
  throw new Error("streaming is not offered: read in pages")
}

const idle: Driver = {
  init: async () => {},
  acquireConnection: () => Promise.reject(new Error("no connection")),
  beginTransaction: () => Promise.reject(new Error("the reader has no transactions")),
  commitTransaction: async () => {},
  rollbackTransaction: async () => {},
  releaseConnection: async () => {},
  destroy: async () => {},
}

function createDialect(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** SQLite plans a statement anew whenever a value is bound to its LIMIT, which takes many times as long as a short look; it does not for a sum. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(" + 0")
  }
}
