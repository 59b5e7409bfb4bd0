/** The store's backend for PostgreSQL. */

import { isConnectionLost, isRefused } from "./database-errors.ts"
import { postgresDialect } from "./dialect.ts"
import { kyselyPostgres, TransactionNotStarted } from "./kysely-postgres.ts"
import { SchemaRefused } from "./migrate.ts"
import { hasLedger, migratePostgres } from "./migrate-postgres.ts"
import { openKysely } from "./open-kysely.ts"
import { assertDurable, isLockConflict, isRetryable, openPool, SILENCE_MAX_MS } from "./postgres.ts"
import { whyNoPostgres } from "./postgres-address.ts"
import { shareNotifications } from "./postgres-notifications.ts"
import type { Backend, StoreOptions } from "./store-backend.ts"
import { StoreUnavailable } from "./store-errors.ts"

export async function openPostgresBackend<DB>(options: StoreOptions): Promise<Backend<DB>> {
  const { silenceMaxMs = SILENCE_MAX_MS } = options
  const pool = openPool(options.url, { log: options.log, max: options.poolMax, silenceMaxMs })
  try {
    // Any error of this first query is one of password, certificate, name or server configuration.
    await assertDurable(pool).catch((error) => {
      throw isConnectionLost(error) ? error : unavailable("cannot be used", error)
    })
    if (options.ifEmpty && !(await hasLedger(pool))) throw new SchemaRefused(options.ifEmpty)
    await migratePostgres(pool, options.migrations, options.clock.iso(), options.log)
  } catch (error) {
    await pool.end()
    throw translate(error)
  }
  const db = await openKysely<DB>(kyselyPostgres(pool))
  return {
    dialect: postgresDialect,
    reader: db,
    transact: (work) => db.transaction().execute(work),
    translate,
    isRetryable: (error) => error instanceof TransactionNotStarted || isRetryable(error),
    isConnectionLost,
    shareNotifications: (notifications) =>
      shareNotifications(notifications, { url: options.url, pool, log: options.log, silenceMaxMs }),
    backup: () => Promise.reject(new Error("a PostgreSQL database is backed up with pg_dump or by its own service")),
    close: () => pool.end(),
  }
}

function translate(error: unknown): unknown {
  if (error instanceof TransactionNotStarted) return translate(error.cause)
  if (isConnectionLost(error)) return unavailable("cannot be reached", error)
  // All attempts had a lock conflict.
  if (isLockConflict(error)) return unavailable("has a lock conflict", error)
  return isRefused(error) ? unavailable("cannot be used", error) : error
}

function unavailable(how: string, error: unknown): StoreUnavailable {
  return new StoreUnavailable(`PostgreSQL ${how}: ${whyNoPostgres(error)}`, { committed: "no", cause: error })
}
