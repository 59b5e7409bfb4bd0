/** Kysely for better-sqlite3: a writer with group commit, and readers. */
import type { Statement } from "better-sqlite3"
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyProps,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from "kysely"
import type { SqliteDatabase } from "./sqlite.ts"
import type { CommitTurn, Gate } from "./sqlite-group-commit.ts"
import type { ReaderThreads } from "./sqlite-reader-threads.ts"
import type { Transact } from "./store-backend.ts"

/** Prepared statements per connection; beyond it the oldest one is dropped. */
const STATEMENTS_MAX = 500

/** Runs transactions; each one resolves after the COMMIT of its group. */
export function sqliteWriter<DB>(db: SqliteDatabase, gate: Gate): Transact<DB> {
  const execute = createExecutor(db)
  return async (work) => {
    const turn = await gate.enter()
    try {
      turn.begin()
      const result = await work(new Transaction<DB>(propsOf((query) => executeIn(turn, execute, query))))
      await turn.commit()
      return result
    } catch (error) {
      turn.rollback()
      throw error
    }
  }
}

/** Reads on a read-only connection, which never waits for the writer. */
export function sqliteReader<DB>(db: SqliteDatabase): Kysely<DB> {
  return new Kysely<DB>(propsOf(createExecutor(db)))
}

/** Runs lists in threads, so that a long one does not block the process. */
export function sqliteListReader<DB>(threads: ReaderThreads): Kysely<DB> {
  const execute = async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const { columns, rows } = await threads.run({ text: sql, parameters: parameters.map(toBound) })
    return { rows: rows.map((values) => rowOf<R>(columns, values.map(toBuffer))) }
  }
  return new Kysely<DB>(propsOf(execute))
}

/** The message between threads turns the Buffers of the driver into Uint8Arrays. */
function toBuffer(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

type Execute = <R>(query: CompiledQuery) => QueryResult<R>
type ExecuteAnywhere = <R>(query: CompiledQuery) => QueryResult<R> | Promise<QueryResult<R>>

function executeIn<R>(turn: CommitTurn, execute: Execute, query: CompiledQuery): QueryResult<R> {
  turn.assertOpen()
  try {
    return execute(query)
  } catch (error) {
    turn.fail(error)
    throw error
  }
}

function createExecutor(db: SqliteDatabase): Execute {
  const prepare = createStatementCache(db)
  return <R>(query: CompiledQuery): QueryResult<R> => {
    const { statement, columns } = prepare(query.sql)
    const parameters = query.parameters.map(toBound)
    if (columns) return { rows: statement.all(parameters).map((values) => rowOf<R>(columns, values as unknown[])) }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }
}

/** Builds a row object. It costs two thirds of what the driver needs, which passes each column name to V8 for each row. */
function rowOf<R>(columns: readonly string[], values: readonly unknown[]): R {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index]
  return row as R
}

/** better-sqlite3 would bind an integer above 32 bits as a float. */
function toBound(value: unknown): unknown {
  if (typeof value === "number" && Number.isSafeInteger(value) && (value | 0) !== value) return BigInt(value)
  return value
}

interface Prepared {
  readonly statement: Statement
  /** Result columns; null for a statement that returns no rows. */
  readonly columns: readonly string[] | null
}

function createStatementCache(db: SqliteDatabase): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>()
  return (sql) => {
    const found = kept.get(sql)
    if (found) return found
    const prepared = prepare(db, sql)
    if (kept.size >= STATEMENTS_MAX) kept.delete(kept.keys().next().value as string)
    kept.set(sql, prepared)
    return prepared
  }
}

function prepare(db: SqliteDatabase, sql: string): Prepared {
  const statement = db.prepare(sql)
  if (!statement.reader) return { statement, columns: null }
  return { statement: statement.raw(), columns: statement.columns().map(({ name }) => name) }
}

/**
 * Skips Kysely's queue, executor and eight promises per query, which are for connections that may be busy. SQLite's never is, and they take as long
 * as a small query.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #execute: ExecuteAnywhere

  constructor(execute: ExecuteAnywhere) {
    super(compiler, adapter, { provideConnection: (consumer) => consumer(connectionOf(execute)) })
    this.#execute = execute
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute(query)
  }
}

function connectionOf(execute: ExecuteAnywhere): DatabaseConnection {
  return { executeQuery: async (query) => execute(query), streamQuery: refuseStream }
}

// biome-ignore lint/correctness/useYield: Kysely requires a generator, but reading row by row would keep the connection between rows.
async function* refuseStream(): AsyncIterableIterator<never> {
  throw new Error("streaming is not supported: read in pages")
}

function propsOf(execute: ExecuteAnywhere): KyselyProps {
  return { config: { dialect }, driver, dialect, executor: new DirectExecutor(execute) }
}

/** Writes `LIMIT ? + 0`: SQLite plans a statement again whenever a parameter is the LIMIT itself, but not for an expression. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(" + 0")
  }
}

/** The scopes of the store hold the connections, so Kysely must not open any. */
const refuseConnection = () => Promise.reject(new Error("use the store to read or write a SQLite database"))
const driver: Driver = {
  init: async () => {},
  acquireConnection: refuseConnection,
  beginTransaction: refuseConnection,
  commitTransaction: refuseConnection,
  rollbackTransaction: refuseConnection,
  releaseConnection: refuseConnection,
  destroy: async () => {},
}
const compiler = new Compiler()
const adapter = new SqliteAdapter()
const dialect: Dialect = {
  createDriver: () => driver,
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new SqliteIntrospector(db),
}
