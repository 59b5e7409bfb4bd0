/** The pool of PostgreSQL connections: durable commits, bounded waits, and whole numbers read as numbers. */
import type { Socket } from "node:net"
import pg from "pg"
import type { Log } from "../log.ts"
import { codeOf, postgresDialect } from "./dialect.ts"

const POOL_MAX = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** A transaction that waits for something outside is ended by the server. */
const IDLE_IN_TRANSACTION_MS = 5_000
/** A server that lives answers or gives up sooner: who says nothing for so long is at the other end of a dead line. */
export const SILENCE_MAX_MS = STATEMENT_TIMEOUT_MS + 5_000

const INT8 = 20
const NUMERIC = 1700
/** Read as the text that they are, so that a repository sees what SQLite would give it. */
const TEXT_TYPES = new Set([114, 3802, 1082, 1114, 1184])

const RUN_AGAIN_CODES = ["40001", "40P01"]

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
    // Statements are sent as they come: what is asked side by side is one way there and back.
    pipeline: true,
    types: { getTypeParser: pickParser },
  })
  const warn = (error: Error) => options.log.warn({ err: error }, "a PostgreSQL connection was lost")
  // Both are needed: the pool speaks for idle connections only, and a connection without a listener ends the process.
  pool.on("error", warn)
  pool.on("connect", (client) => {
    client.on("error", () => {})
    failOnSilence(client, options.silenceMaxMs)
  })
  return pool
}

/** For a statement that may take longer than any other: its connection is waited for as long as it lives. */
export function waitForLocks(client: pg.ClientBase): void {
  streamOf(client).setTimeout(0)
}

/** TCP itself would wait a quarter of an hour for the answer on a line that is cut without a word. */
export function failOnSilence(client: pg.ClientBase, silenceMaxMs: number): void {
  const stream = streamOf(client)
  const lost = new Error("Connection terminated: PostgreSQL does not answer")
  stream.setTimeout(silenceMaxMs, () => stream.destroy(lost))
}

function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}

/** "Committed" must mean durable: refuses a server that answers before its disk has it. */
export async function assertDurable(pool: pg.Pool | pg.ClientBase): Promise<void> {
  for (const name of ["fsync", "synchronous_commit"]) {
    const { rows } = await pool.query(`SHOW ${name}`)
    if (rows[0]?.[name] === "off") throw new Error(`PostgreSQL runs with ${name}=off: a commit would not be durable`)
  }
}

/** Serialization failure or deadlock: others were in the way. */
export function isLockConflict(error: unknown): boolean {
  return RUN_AGAIN_CODES.includes(codeOf(error))
}

/**
 * Whoever had others in the way: the same work may simply be done again. And a unique key that another transaction has taken in the same moment,
 * past the check for it: run again, that check sees what was committed, and answers as it would have a moment later.
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
