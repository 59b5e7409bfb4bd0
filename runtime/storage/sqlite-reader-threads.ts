/**
 * Reads a SQLite file in threads. SQLite works in the thread that asks it, so a long read on the main thread would stop the whole process.
 * Lists and searches go here, the rest stays on the main thread, where a short read costs less than the way to a thread and back.
 */
import { Worker } from "node:worker_threads"
import { SQLITE_LIBRARY } from "./sqlite-library.ts"
import { StoreUnavailable } from "./store-errors.ts"

/** One long list must not hold up all others. */
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

export interface Question {
  readonly text: string
  readonly parameters: readonly unknown[]
}

export interface RawRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

export interface ReaderThreads {
  /** @throws StoreUnavailable when there is no answer within `maxMs`. */
  ask(question: Question): Promise<RawRows>
  close(): Promise<void>
}

type Answer = RawRows | { readonly failure: { readonly code: string; readonly message: string } }

interface Waiting extends Question {
  readonly settle: (outcome: Error | RawRows) => void
  isOver: boolean
}

export function createReaderThreads({ path, maxMs }: { path: string; maxMs: number }): ReaderThreads {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: Waiting[] = []
  const next = () => {
    while (waiting[0]?.isOver) waiting.shift()
    if (waiting.length === 0) return
    const worker = idle.pop() ?? (all.size < THREADS_MAX ? open() : undefined)
    if (worker) run(worker, waiting.shift() as Waiting)
  }
  const open = () => {
    const workerData = { driver: SQLITE_LIBRARY, path, statementsMax: STATEMENTS_MAX }
    const worker = new Worker(PROGRAM, { eval: true, workerData })
    worker.unref()
    all.add(worker)
    return worker
  }
  const run = (worker: Worker, { text, parameters, settle }: Waiting) => {
    const over = () => {
      worker.off("message", onMessage)
      worker.off("error", onEnd)
      worker.off("exit", onEnd)
    }
    const onMessage = (answer: Answer) => {
      over()
      worker.unref()
      idle.push(worker)
      settle("failure" in answer ? toError(answer.failure) : answer)
      next()
    }
    const onEnd = (cause?: unknown) => {
      over()
      all.delete(worker)
      settle(unavailable("the thread that reads lists has ended", cause))
      next()
    }
    worker.on("message", onMessage)
    worker.on("error", onEnd)
    worker.on("exit", onEnd)
    worker.ref()
    worker.postMessage({ text, parameters } satisfies Question)
  }
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= WAITING_MAX) return reject(unavailable("too many lists are waiting"))
        // A statement cannot be broken off: its thread goes on to its end, and whoever asked does not wait for that.
        const timer = setTimeout(() => settle(unavailable(`a list took longer than ${maxMs} ms`)), maxMs)
        const settle: Waiting["settle"] = (outcome) => {
          clearTimeout(timer)
          one.isOver = true
          if (outcome instanceof Error) reject(outcome)
          else resolve(outcome)
        }
        const one: Waiting = { ...question, settle, isOver: false }
        waiting.push(one)
        next()
      }),
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function unavailable(message: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(message, { committed: "no", cause })
}

function toError({ code, message }: { code: string; message: string }): Error {
  return Object.assign(new Error(message), { name: "SqliteError", code })
}
