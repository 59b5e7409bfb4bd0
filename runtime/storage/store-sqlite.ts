/** The store's backend for SQLite: a writing connection with group commit, a reading connection, and threads for lists. */

import { isDiskError } from "./database-errors.ts"
import { sqliteDialect } from "./dialect.ts"
import { sqliteListReader, sqliteReader, sqliteWriter } from "./kysely-sqlite.ts"
import { migrateSqlite } from "./migrate.ts"
import { backupSqlite, createCheckpoints, openSqlite } from "./sqlite.ts"
import { createGate } from "./sqlite-group-commit.ts"
import { createReaderThreads } from "./sqlite-reader-threads.ts"
import type { Backend, StoreOptions } from "./store-backend.ts"
import { StoreUnavailable } from "./store-errors.ts"
import { createWalSync } from "./wal-sync.ts"

const SCHEME = "sqlite:"
/** Time limit of a list. */
const LIST_MAX_MS = 10_000

/** The path in `sqlite:PATH`; null for another kind of database. */
export function sqliteFile(url: string): string | null {
  return url.startsWith(SCHEME) ? url.slice(SCHEME.length) : null
}

export async function openSqliteBackend<DB>(options: StoreOptions): Promise<Backend<DB>> {
  const path = sqliteFile(options.url)
  if (!path || path === ":memory:") throw new Error("a SQLite store is a file: sqlite:PATH")
  const writing = openSqlite(path, { isWriter: true })
  try {
    migrateSqlite(writing, options.migrations, options.clock.iso())
  } catch (error) {
    writing.close()
    throw error
  }
  // From here on the gate waits for locks, without blocking the event loop.
  writing.pragma("busy_timeout = 0")
  const reading = openSqlite(path, { readonly: true })
  const threads = createReaderThreads({ path, maxMs: options.listMaxMs ?? LIST_MAX_MS })
  const log = createWalSync(path)
  // COMMIT does not wait for the disk; the gate syncs the log afterwards.
  writing.pragma("synchronous = NORMAL")
  const sync = () =>
    log.sync().catch((error: Error) => {
      options.onUntrusted?.(error)
      throw error
    })
  const gate = createGate(writing, { sync })
  const checkpoints = createCheckpoints(writing)
  checkpoints.start()
  return {
    dialect: sqliteDialect,
    reader: sqliteReader<DB>(reading),
    listReader: sqliteListReader<DB>(threads),
    transact: sqliteWriter<DB>(writing, gate),
    translate: (error) => (isDiskError(error) ? toUnavailable(error) : error),
    // With one writer there are no conflicts.
    isRetryable: () => false,
    isConnectionLost: () => false,
    settling: gate.settling,
    backup: (to) => backupSqlite(writing, to),
    async close() {
      checkpoints.stop()
      await gate.drained()
      await log.close()
      await threads.close()
      reading.close()
      writing.close()
    },
  }
}

function toUnavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(`the SQLite file cannot be used: ${(error as Error).message}`, {
    committed: "no",
    cause: error,
  })
}
