/** Reads and writes a database in the same way on SQLite and PostgreSQL. */
import { AsyncLocalStorage } from "node:async_hooks"
import type { Kysely, Transaction } from "kysely"
import type { Clock } from "../clock.ts"
import { hidePassword, type Log } from "../log.ts"
import type { Dialect, Engine } from "./dialect.ts"
import { createNotifications, type Notifications } from "./notifications.ts"
import type { SharedNotifications } from "./postgres-notifications.ts"
import type { Backend, StoreOptions } from "./store-backend.ts"
import { RetryTransaction, StoreUnavailable, TransactionOpen } from "./store-errors.ts"
import { openSqliteBackend, sqliteFile } from "./store-sqlite.ts"

export type { StoreOptions }

/** How often one `write` function runs before the caller gets a deadlock, a taken unique key or a `RetryTransaction`. */
const ATTEMPTS_MAX = 6
/** Multiplied by the number of runs so far, with jitter. */
const BACKOFF_MS = 10

export interface ReadScope<DB> {
  readonly db: Kysely<DB>
  /** ISO moment of the call. */
  readonly now: string
}

export interface WriteScope<DB> {
  readonly db: Transaction<DB>
  /** ISO moment at which this transaction began; all its rows carry the same one. */
  readonly now: string
  /** Runs at the end of the transaction, with the ISO moment of that time. */
  beforeCommit(work: (later: string) => Promise<void>): void
  /** Runs once the commit is durable. A crash may lose it, so a worker that depends on it also re-reads its table. */
  afterCommit(callback: () => void): void
  /** Notifies the topic's listeners once the commit is durable. A crash may lose this as well. */
  notify(topic: string): void
}

export interface Store<DB> {
  readonly engine: Engine
  readonly dialect: Dialect
  /** Each statement sees the latest commit and never waits for a writer. */
  read<T>(fn: (scope: ReadScope<DB>) => Promise<T>): Promise<T>
  /** A read that may take long. It does not block other reads, and throws StoreUnavailable after a time limit. */
  list<T>(fn: (scope: ReadScope<DB>) => Promise<T>): Promise<T>
  /** One transaction; resolves only after its durable COMMIT. The function runs again after a deadlock, after a unique key was taken meanwhile, and when it throws `RetryTransaction`. */
  write<T>(fn: (scope: WriteScope<DB>) => Promise<T>): Promise<T>
  /** Calls back when a `write` has notified the topic; the returned function unsubscribes. */
  listen(topic: string, listener: () => void): () => void
  /** Copies a SQLite file while it is in use. Refused on PostgreSQL, which has its own tools. */
  backup(path: string): Promise<void>
  close(): Promise<void>
}

export async function openStore<DB>(options: StoreOptions): Promise<Store<DB>> {
  const backend = await openBackend<DB>(options)
  options.log.debug({ database: hidePassword(options.url) }, "store open")
  return createStore(backend, options)
}

async function openBackend<DB>(options: StoreOptions): Promise<Backend<DB>> {
  if (sqliteFile(options.url) !== null) return openSqliteBackend<DB>(options)
  // Loaded on demand: a process on SQLite does not need PostgreSQL's driver.
  if (/^postgres(ql)?:\/\//.test(options.url)) return (await import("./store-postgres.ts")).openPostgresBackend(options)
  throw new Error(`a database is sqlite:PATH or postgres://…, not ${hidePassword(options.url)}`)
}

/** What the steps of one store share. */
interface StoreState<DB> {
  readonly backend: Backend<DB>
  readonly clock: Clock
  readonly log: Log
  readonly guard: Guard
  readonly notifications: Notifications
  /** Notifies other processes. Undefined until somebody listens, because it needs a connection of its own. */
  shared: SharedNotifications | undefined
}

function createStore<DB>(backend: Backend<DB>, { clock, log, watchNesting = true }: StoreOptions): Store<DB> {
  const guard = createGuard(watchNesting)
  const state: StoreState<DB> = {
    backend,
    clock,
    log,
    guard,
    notifications: createNotifications(log),
    shared: undefined,
  }
  return {
    engine: backend.dialect.engine,
    dialect: backend.dialect,
    read: async (fn) => guard.admit("read", () => readOn(state, backend.reader, fn)),
    list: async (fn) => guard.admit("list", () => readOn(state, backend.listReader ?? backend.reader, fn)),
    write: async (fn) => guard.admit("write", () => writeWithRetries(state, fn)),
    listen: (topic, listener) => {
      state.shared ??= backend.shareNotifications?.(state.notifications)
      return state.notifications.listen(topic, listener)
    },
    backup: (path) => backend.backup(path),
    close: () =>
      guard.close(async () => {
        await state.shared?.stop()
        await backend.close()
      }),
  }
}

async function readOn<DB, T>(
  { backend, clock }: StoreState<DB>,
  db: Kysely<DB>,
  fn: (scope: ReadScope<DB>) => Promise<T>,
): Promise<T> {
  try {
    const result = await fn({ db, now: clock.iso() })
    // The read may have seen a commit that a power cut could still undo: the caller gets it once it is durable.
    const settling = backend.settling?.()
    if (settling) await settling
    return result
  } catch (error) {
    throw backend.translate(error)
  }
}

async function writeWithRetries<DB, T>(state: StoreState<DB>, fn: (scope: WriteScope<DB>) => Promise<T>): Promise<T> {
  const { backend } = state
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false
    try {
      return await writeOnce(state, fn, () => {
        hasBegun = true
      })
    } catch (error) {
      // A pooled connection that died while idle is retried, as long as no statement has run on it.
      const isRetryable =
        error instanceof RetryTransaction ||
        backend.isRetryable(error) ||
        (!hasBegun && backend.isConnectionLost(error))
      if (attempt === ATTEMPTS_MAX && error instanceof RetryTransaction)
        throw new StoreUnavailable(error.message, { committed: "no", cause: error })
      if (attempt === ATTEMPTS_MAX || !isRetryable) throw backend.translate(error)
    }
    await backOff(attempt)
  }
}

async function writeOnce<DB, T>(
  state: StoreState<DB>,
  fn: (scope: WriteScope<DB>) => Promise<T>,
  onBegun: () => void,
): Promise<T> {
  const { backend, clock, guard, log } = state
  const lastSteps: ((later: string) => Promise<void>)[] = []
  const callbacks: (() => void)[] = []
  const topics = new Set<string>()
  const hooks: Pick<WriteScope<DB>, "beforeCommit" | "afterCommit" | "notify"> = {
    beforeCommit: (work) => void lastSteps.push(work),
    afterCommit: (callback) => void callbacks.push(callback),
    notify: (topic) => void topics.add(topic),
  }
  const result = await backend.transact((db) => {
    onBegun()
    return guard.inside(async () => {
      const done = await fn({ db, now: clock.iso(), ...hooks })
      for (const step of lastSteps) await step(clock.iso())
      return done
    })
  })
  runCallbacks(callbacks, log)
  for (const topic of topics) notify(state, topic)
  return result
}

function runCallbacks(callbacks: readonly (() => void)[], log: Log): void {
  for (const callback of callbacks) {
    try {
      callback()
    } catch (error) {
      log.error({ err: error }, "a callback after a commit threw")
    }
  }
}

function notify<DB>({ notifications, shared }: StoreState<DB>, topic: string): void {
  notifications.notify(topic)
  shared?.notify(topic)
}

interface Guard {
  /** Runs `work`; throws inside a write of the same store and after the close. */
  admit<T>(verb: string, work: () => Promise<T>): Promise<T>
  /** Marks everything that `work` calls, until it ends, as inside a write. */
  inside<T>(work: () => Promise<T>): Promise<T>
  /** Refuses new work, waits for the work that runs, then closes. */
  close(then: () => Promise<void>): Promise<void>
}

/** A running write, and the write of another store that it was started in. */
interface OpenWrite {
  readonly of: object
  readonly around: OpenWrite | undefined
  ended: boolean
}

/** One for all stores of a process: Node visits every AsyncLocalStorage at each promise and never frees one. */
const writes = new AsyncLocalStorage<OpenWrite>()

/** Skips writes that have ended, so that a loop started inside a write does not keep a growing chain of its own writes. */
function innermost(): OpenWrite | undefined {
  let write = writes.getStore()
  while (write?.ended) write = write.around
  return write
}

function isInside(store: object): boolean {
  for (let write = innermost(); write; write = write.around) if (write.of === store && !write.ended) return true
  return false
}

function createGuard(watchNesting: boolean): Guard {
  const admitted = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  return {
    admit(verb, work) {
      if (closing) throw new StoreUnavailable("the store is closed", { committed: "no" })
      if (watchNesting && isInside(admitted))
        throw new TransactionOpen(`${verb} inside a write: use the scope's own db`)
      const running = work()
      const forget = () => void admitted.delete(running)
      admitted.add(running)
      running.then(forget, forget)
      return running
    },
    inside: (work) => {
      if (!watchNesting) return work()
      const write: OpenWrite = { of: admitted, around: innermost(), ended: false }
      return writes.run(write, work).finally(() => {
        write.ended = true
      })
    },
    close(then) {
      closing ??= Promise.allSettled(admitted).then(then)
      return closing
    },
  }
}

function backOff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * attempt * (0.5 + Math.random())))
}
