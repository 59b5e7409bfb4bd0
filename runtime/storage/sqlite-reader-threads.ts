/**
 * Reads a SQLite file in threads. SQLite blocks the thread that calls it, so a long read on the main thread would stop the whole process.
 * Lists and searches run here. Short reads run on the main thread, where they cost less than a message to a thread and back.
 */
import { Worker } from "node:worker_threads"
import { SQLITE_LIBRARY } from "./sqlite-library.ts"
import { StoreUnavailable } from "./store-errors.ts"

/** More than one, so that one long list does not block all others. */
const THREADS_MAX = 2
const WAITING_MAX = 1_000
const STATEMENTS_MAX = 500

const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const db = new Database(workerData.path, { readonly: true, fileMustExist: true })
const known = new Map()
const prepare = (text) => {
  const found = known.get(text)
  if (found) return found
  const statement = db.prepare(text)
  if (!statement.reader) {
    statement.run([])
    throw new Error("a list only reads")
  }
  const prepared = { statement: statement.raw(), columns: statement.columns().map(({ name }) => name) }
  if (known.size >= workerData.statementsMax) known.delete(known.keys().next().value)
  known.set(text, prepared)
  return prepared
}
parentPort.on("message", ({ text, parameters }) => {
  try {
    const { statement, columns } = prepare(text)
    parentPort.postMessage({ columns, rows: statement.all(parameters) })
  } catch ({ code, message }) {
    parentPort.postMessage({ failure: { code, message } })
  }
})
`

interface ListQuery {
  readonly text: string
  readonly parameters: readonly unknown[]
}

interface RawRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

export interface ReaderThreads {
  /** @throws StoreUnavailable when there is no result within `maxMs`. */
  run(query: ListQuery): Promise<RawRows>
  close(): Promise<void>
}

type ThreadReply = RawRows | { readonly failure: { readonly code: string; readonly message: string } }

interface WaitingQuery {
  readonly query: ListQuery
  readonly settle: (outcome: Error | RawRows) => void
  /** The caller has its answer, for example after the time limit: no thread needs to run the query. */
  isSettled: boolean
}

interface ThreadPool {
  readonly path: string
  readonly threads: Set<Worker>
  readonly idle: Worker[]
  readonly waiting: WaitingQuery[]
}

export function createReaderThreads({ path, maxMs }: { path: string; maxMs: number }): ReaderThreads {
  const pool: ThreadPool = { path, threads: new Set(), idle: [], waiting: [] }
  return {
    run: (query) => enqueue(pool, query, maxMs),
    async close() {
      await Promise.all([...pool.threads].map((thread) => thread.terminate()))
    },
  }
}

function enqueue(pool: ThreadPool, query: ListQuery, maxMs: number): Promise<RawRows> {
  return new Promise((resolve, reject) => {
    if (pool.waiting.length >= WAITING_MAX) return reject(unavailable("too many lists are waiting"))
    // SQLite cannot abort a statement from here. The thread works on; the caller gets an error.
    const timer = setTimeout(() => settle(unavailable(`a list took longer than ${maxMs} ms`)), maxMs)
    const settle: WaitingQuery["settle"] = (outcome) => {
      clearTimeout(timer)
      waiting.isSettled = true
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    const waiting: WaitingQuery = { query, settle, isSettled: false }
    pool.waiting.push(waiting)
    startNext(pool)
  })
}

function startNext(pool: ThreadPool): void {
  while (pool.waiting[0]?.isSettled) pool.waiting.shift()
  if (pool.waiting.length === 0) return
  const thread = pool.idle.pop() ?? (pool.threads.size < THREADS_MAX ? openThread(pool) : undefined)
  if (thread) runInThread(pool, thread, pool.waiting.shift() as WaitingQuery)
}

function openThread({ path, threads }: ThreadPool): Worker {
  const workerData = { driver: SQLITE_LIBRARY, path, statementsMax: STATEMENTS_MAX }
  const thread = new Worker(PROGRAM, { eval: true, workerData })
  thread.unref()
  threads.add(thread)
  return thread
}

function runInThread(pool: ThreadPool, thread: Worker, { query, settle }: WaitingQuery): void {
  const stopListening = () => {
    thread.off("message", onReply)
    thread.off("error", onEnd)
    thread.off("exit", onEnd)
  }
  const onReply = (reply: ThreadReply) => {
    stopListening()
    thread.unref()
    pool.idle.push(thread)
    settle("failure" in reply ? toError(reply.failure) : reply)
    startNext(pool)
  }
  const onEnd = (cause?: unknown) => {
    stopListening()
    pool.threads.delete(thread)
    settle(unavailable("the thread that reads lists has ended", cause))
    startNext(pool)
  }
  thread.on("message", onReply)
  thread.on("error", onEnd)
  thread.on("exit", onEnd)
  thread.ref()
  thread.postMessage({ text: query.text, parameters: query.parameters } satisfies ListQuery)
}

function unavailable(message: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(message, { committed: "no", cause })
}

function toError({ code, message }: { code: string; message: string }): Error {
  return Object.assign(new Error(message), { name: "SqliteError", code })
}
