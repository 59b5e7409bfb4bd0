/** The store's options, and the interface that each database engine implements for it. */
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
  /** If set, an empty PostgreSQL database is refused with this message instead of getting our tables. */
  readonly ifEmpty?: string | undefined
  /** PostgreSQL connections of this process. */
  readonly poolMax?: number
  /** After this time without an answer a PostgreSQL connection counts as dead; shorter in tests. */
  readonly silenceMaxMs?: number
  /** Time limit of a list on SQLite; shorter in tests. */
  readonly listMaxMs?: number
  /** Throws for a read or write inside a write, which is a bug (default). Off in production, because the check slows every promise. */
  readonly watchNesting?: boolean
  /** Called when SQLite's log could not be synced. The store then writes nothing more, so the program should restart. */
  readonly onUntrusted?: (error: Error) => void
}

/** Runs `work` in a transaction; resolves after the durable COMMIT, and rolls back if it throws. */
export type Transact<DB> = <T>(work: (db: Transaction<DB>) => Promise<T>) => Promise<T>

export interface Backend<DB> {
  readonly dialect: Dialect
  readonly reader: Kysely<DB>
  /** For reads that may take long; undefined if they block nothing. */
  readonly listReader?: Kysely<DB>
  readonly transact: Transact<DB>
  /** Converts a driver's error to a StoreUnavailable if it is one; else returns it unchanged. */
  translate(error: unknown): unknown
  /** The transaction conflicted with another one and should run again. */
  isRetryable(error: unknown): boolean
  /** The connection was lost. If the transaction had not begun, it can run on another one. */
  isConnectionLost(error: unknown): boolean
  /** Connects the notifications of processes that share the database; undefined for SQLite. */
  shareNotifications?(notifications: Notifications): SharedNotifications
  /** Resolves when everything that a reader may have seen is durable; undefined if it is. */
  settling?(): Promise<void> | undefined
  backup(path: string): Promise<void>
  close(): Promise<void>
}
