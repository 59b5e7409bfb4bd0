/** Kysely's dialect for `pg`. A transaction with a failed statement cannot be committed. */
import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type TransactionSettings,
} from "kysely"
import type { Pool, PoolClient } from "pg"
import { isConnectionLost } from "./database-errors.ts"
import { preparedName } from "./prepared-statements.ts"
import { StoreUnavailable, TransactionEnded } from "./store-errors.ts"

/** The connection was lost before the transaction's first statement, so nothing was done. */
export class TransactionNotStarted extends Error {
  constructor(cause: unknown) {
    super("the connection was lost before the transaction began", { cause })
  }
}

const BEGIN = "begin"
/** The driver's message if it sent nothing, because the connection was already lost. */
const NEVER_SENT = /is not queryable/

export function kyselyPostgres(pool: Pool): Dialect {
  return {
    createDriver: () => new GuardedDriver({ pool: withPreparedStatements(pool) }),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

type Client = Awaited<ReturnType<PostgresPool["connect"]>>

function withPreparedStatements(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, Client>()
  const wrap = (client: PoolClient): Client => {
    const query = (text: string, values: readonly unknown[]) => {
      const name = preparedName(text)
      return client.query(name === undefined ? text : { name, text }, [...values])
    }
    // Kysely's type also allows cursors, which we never open.
    return { query: query as unknown as Client["query"], release: () => client.release() }
  }
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

/** An open transaction with its first failure. */
interface OpenTransaction {
  failure: unknown
}

/**
 * PostgreSQL turns a COMMIT after a failed statement into a ROLLBACK, which the driver reports as success. So this driver remembers the first
 * failure and refuses the commit. Later statements fail with the same error instead of PostgreSQL's "transaction is aborted".
 */
class GuardedDriver extends PostgresDriver {
  readonly #open = new WeakMap<DatabaseConnection, OpenTransaction>()
  readonly #watched = new WeakSet<DatabaseConnection>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (!this.#watched.has(connection)) this.#watch(connection)
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#open.set(connection, { failure: undefined })
    // Not awaited: if BEGIN fails, the first statement fails as well.
    super.beginTransaction(connection, settings).catch(() => {})
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#assertWhole(connection)
    this.#open.delete(connection)
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      const committed = NEVER_SENT.test((error as Error).message) ? "no" : "unknown"
      throw new StoreUnavailable("the connection to PostgreSQL was lost at the commit", { committed, cause: error })
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#open.delete(connection)
    // On a lost connection there is nothing to roll back; the caller gets the first error.
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
    })
  }

  #watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    this.#watched.add(connection)
    connection.executeQuery = async (query) => {
      this.#assertWhole(connection)
      try {
        return await execute(query)
      } catch (error) {
        throw this.#remember(
          connection,
          query.sql === BEGIN && isConnectionLost(error) ? new TransactionNotStarted(error) : error,
        )
      }
    }
  }

  #remember(connection: DatabaseConnection, error: unknown): unknown {
    const transaction = this.#open.get(connection)
    if (!transaction) return error
    transaction.failure ??= error
    return transaction.failure
  }

  #assertWhole(connection: DatabaseConnection): void {
    const failure = this.#open.get(connection)?.failure
    if (failure === undefined) return
    if (failure instanceof TransactionNotStarted) throw failure
    throw new TransactionEnded(`this transaction was used after one of its statements failed (${String(failure)})`)
  }
}
