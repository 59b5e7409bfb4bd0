/** What the store asks of an engine, and what it is opened with. */
import type { Kysely, Transaction } from "kysely"
import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"
import type { Dialect } from "./dialect.ts"
import type { EngineMigration } from "./migrate.ts"
import type { Notifications } from "./notifications.ts"
import type { SharedNotifications } from "./postgres-notifications.ts"

export interface StoreOptions {
  /** `sqlite:PATH` or `postgres://user:password@host:port/database`. */
  readonly url: string
  readonly migrations: readonly EngineMigration[]
  readonly clock: Clock
  readonly log: Log
  /** Why a PostgreSQL database without any of our tables is refused; left out, they are made. Whether a file is there is seen without opening it. */
  readonly ifEmpty?: string | undefined
  /** PostgreSQL connections of this process. */
  readonly poolMax?: number
  /** How long a PostgreSQL connection may say nothing before it is given up; tests are less patient. */
  readonly silenceMaxMs?: number
  /** How long a list may take on SQLite; tests are less patient. */
  readonly listMaxMs?: number
  /** Refuses a read or write inside a write (default), which is a bug. Asking costs every promise of the process; in production it is not asked. */
  readonly watchNesting?: boolean
  /** SQLite's file could not be synced: nothing is written any more until the program starts again, so whoever runs it ends it. */
  readonly onUntrusted?: (error: Error) => void
}

/** Runs `work` in a transaction of its own; resolves after its durable COMMIT, and undoes all of it when it throws. */
export type Transact<DB> = <T>(work: (db: Transaction<DB>) => Promise<T>) => Promise<T>

/** What an engine brings to the door. */
export interface Backend<DB> {
  readonly dialect: Dialect
  readonly reader: Kysely<DB>
  /** For reads that may take long; absent where a long read stops nothing else. */
  readonly listReader?: Kysely<DB>
  readonly transact: Transact<DB>
  /** Makes of a driver's error the one that callers know, or leaves it. */
  translate(error: unknown): unknown
  /** The transaction lost against another and may simply run again. */
  isRetryable(error: unknown): boolean
  /** The connection was gone. Before the transaction began, another one may serve. */
  isConnectionLost(error: unknown): boolean
  /** Tells listeners in other processes that share the database; absent where there are none. */
  shareNotifications?(wakes: Notifications): SharedNotifications
  /** Resolves when what a reader may have seen is durable; undefined, or absent, where it is already. */
  settling?(): Promise<void> | undefined
  backup(path: string): Promise<void>
  close(): Promise<void>
}
