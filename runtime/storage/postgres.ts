/** Opens the pool of PostgreSQL connections, with timeouts, and with integers read as numbers. */
import type { Socket } from "node:net"
import pg from "pg"
import type { Log } from "../log.ts"
import { codeOf, postgresDialect } from "./dialect.ts"

const POOL_MAX = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** The server ends a transaction that is idle for this long. */
const IDLE_IN_TRANSACTION_MS = 5_000
/** A connection without any answer for this long is dead, because the server answers or gives up earlier. */
export const SILENCE_MAX_MS = STATEMENT_TIMEOUT_MS + 5_000

const INT8 = 20
const NUMERIC = 1700
/** JSON and date types, read as text, as on SQLite. */
const TEXT_TYPES = new Set([114, 3802, 1082, 1114, 1184])

const LOCK_CONFLICT_CODES = ["40001", "40P01"]

export interface PoolOptions {
  readonly log: Log
  readonly max?: number | undefined
  readonly silenceMaxMs: number
}

export function openPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: "brasa",
    // Parallel statements share one round trip.
    pipeline: true,
    types: { getTypeParser: pickParser },
  })
  const warn = (error: Error) => options.log.warn({ err: error }, "a PostgreSQL connection was lost")
  // Both are needed: the pool reports only idle connections, and an error without a listener ends the process.
  pool.on("error", warn)
  pool.on("connect", (client) => {
    client.on("error", () => {})
    failOnSilence(client, options.silenceMaxMs)
  })
  return pool
}

/** Removes the connection's timeout, for a statement that may wait long. */
export function waitForLocks(client: pg.ClientBase): void {
  streamOf(client).setTimeout(0)
}

/** Closes a connection that does not answer. TCP itself would wait a quarter of an hour. */
export function failOnSilence(client: pg.ClientBase, silenceMaxMs: number): void {
  const stream = streamOf(client)
  const lost = new Error("Connection terminated: PostgreSQL does not answer")
  stream.setTimeout(silenceMaxMs, () => stream.destroy(lost))
}

function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}

/** Throws for a server whose commits are not durable. */
export async function assertDurable(pool: pg.Pool | pg.ClientBase): Promise<void> {
  for (const name of ["fsync", "synchronous_commit"]) {
    const { rows } = await pool.query(`SHOW ${name}`)
    if (rows[0]?.[name] === "off") throw new Error(`PostgreSQL runs with ${name}=off: a commit would not be durable`)
  }
}

/** A serialization failure or a deadlock. */
export function isLockConflict(error: unknown): boolean {
  return LOCK_CONFLICT_CODES.includes(codeOf(error))
}

/**
 * Whether the transaction should run again: after a lock conflict, or if another transaction inserted the same unique key at the same moment. The
 * second run then finds the committed row.
 */
export function isRetryable(error: unknown): boolean {
  return isLockConflict(error) || postgresDialect.isUniqueViolation(error)
}

type Parser = (value: string) => unknown

function pickParser(oid: number, format?: "text" | "binary"): Parser {
  if (oid === INT8) return parseWhole
  // SUM over BIGINT is NUMERIC.
  if (oid === NUMERIC) return parseNumeric
  if (TEXT_TYPES.has(oid)) return (value) => value
  return pg.types.getTypeParser(oid, format ?? "text") as Parser
}

function parseWhole(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a safe integer`)
  return number
}

function parseNumeric(value: string): number {
  return /^-?\d+$/.test(value) ? parseWhole(value) : Number(value)
}
