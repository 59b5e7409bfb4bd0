/** The engine-neutral door to a database: `read` and `write`, on SQLite and PostgreSQL alike. */
import { AsyncLocalStorage } from "node:async_hooks"
import type { Kysely, Transaction } from "kysely"
import { hidePassword, type Log } from "../log.ts"
import type { Dialect, Engine } from "./dialect.ts"
import { createNotifications } from "./notifications.ts"
import type { SharedNotifications } from "./postgres-notifications.ts"
import type { Backend, StoreOptions } from "./store-backend.ts"
import { RetryTransaction, StoreUnavailable, TransactionOpen } from "./store-errors.ts"
import { openSqliteBackend, sqliteFile } from "./store-sqlite.ts"

export type { StoreOptions }

/** Runs of one `write` function before a deadlock, a taken key, or what asks to be run again, is given to the caller. */
const ATTEMPTS_MAX = 6
/** Waited before the next run, times the runs so far, with jitter. */
const BACKOFF_MS = 10

export interface ReadScope<DB> {
  readonly db: Kysely<DB>
  /** ISO moment of the call. */
  readonly now: string
}

export interface WriteScope<DB> {
  readonly db: Transaction<DB>
  /** ISO moment at which this transaction began: one for all its rows. */
  readonly now: string
  /** Runs last of all in the transaction, with the moment by then. */
  beforeCommit(work: (later: string) => Promise<void>): void
  /** Runs once the work is durable. It may be lost in a crash: a worker that it wakes re-reads its table anyway. */
  afterCommit(nudge: () => void): void
  /** Once the work is durable, calls whoever listens to the topic. May be lost as well. */
  wake(topic: string): void
}

export interface Store<DB> {
  readonly engine: Engine
  readonly dialect: Dialect
  /** Each statement sees the latest commit; never waits for a writer. */
  read<T>(fn: (scope: ReadScope<DB>) => Promise<T>): Promise<T>
  /** A read that may take long: it holds up nobody else, and ends with StoreUnavailable when it takes too long. */
  list<T>(fn: (scope: ReadScope<DB>) => Promise<T>): Promise<T>
  /** One transaction; resolves only after its durable COMMIT. The function may run again: after a deadlock, when another one took its unique key, when it throws `RetryTransaction`. */
  write<T>(fn: (scope: WriteScope<DB>) => Promise<T>): Promise<T>
  /** Calls back when a `write` has woken the topic; the answer ends that. */
  listen(topic: string, listener: () => void): () => void
  /** An online copy of a SQLite file. PostgreSQL has its own tools, and is refused here. */
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
  // Who has a file need not load the driver of a server.
  if (/^postgres(ql)?:\/\//.test(options.url)) return (await import("./store-postgres.ts")).openPostgresBackend(options)
  throw new Error(`a database is sqlite:PATH or postgres://…, not ${hidePassword(options.url)}`)
}

function createStore<DB>(backend: Backend<DB>, { clock, log, watchNesting = true }: StoreOptions): Store<DB> {
  const guard = createGuard(watchNesting)
  const wakes = createNotifications(log)
  let shared: SharedNotifications | undefined
  const listen: Store<DB>["listen"] = (topic, listener) => {
    // Only who listens needs a connection for it.
    shared ??= backend.shareNotifications?.(wakes)
    return wakes.listen(topic, listener)
  }
  const read = async <T>(db: Kysely<DB>, fn: (scope: ReadScope<DB>) => Promise<T>): Promise<T> => {
    try {
      const found = await fn({ db, now: clock.iso() })
      // Nobody is told what a power cut could still undo.
      const settling = backend.settling?.()
      if (settling) await settling
      return found
    } catch (error) {
      throw backend.translate(error)
    }
  }
  const writeOnce = async <T>(fn: (scope: WriteScope<DB>) => Promise<T>, begun: () => void): Promise<T> => {
    const last: ((later: string) => Promise<void>)[] = []
    const beforeCommit = (work: (later: string) => Promise<void>) => void last.push(work)
    const nudges: (() => void)[] = []
    const afterCommit = (nudge: () => void) => void nudges.push(nudge)
    const topics = new Set<string>()
    const wake = (topic: string) => void topics.add(topic)
    const result = await backend.transact((db) => {
      begun()
      return guard.inside(async () => {
        const done = await fn({ db, now: clock.iso(), beforeCommit, afterCommit, wake })
        for (const work of last) await work(clock.iso())
        return done
      })
    })
    runNudges(nudges, log)
    for (const topic of topics) {
      wakes.wake(topic)
      shared?.tell(topic)
    }
    return result
  }
  const write = async <T>(fn: (scope: WriteScope<DB>) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      let hasBegun = false
      try {
        return await writeOnce(fn, () => {
          hasBegun = true
        })
      } catch (error) {
        // An idle connection that died in the pool is no caller's business, as long as nothing was asked on it.
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
  return {
    engine: backend.dialect.engine,
    dialect: backend.dialect,
    read: async (fn) => guard.admit("read", () => read(backend.reader, fn)),
    list: async (fn) => guard.admit("list", () => read(backend.listReader ?? backend.reader, fn)),
    write: async (fn) => guard.admit("write", () => write(fn)),
    listen,
    backup: (path) => backend.backup(path),
    close: () =>
      guard.close(async () => {
        await shared?.stop()
        await backend.close()
      }),
  }
}

interface Guard {
  /** Runs work from outside; refuses it inside a write and after the close. */
  admit<T>(verb: string, work: () => Promise<T>): Promise<T>
  /** Marks everything that follows from `work`, until it ends, as inside a write. */
  inside<T>(work: () => Promise<T>): Promise<T>
  /** Admits nothing more, waits for what was admitted, then closes. */
  close(then: () => Promise<void>): Promise<void>
}

/** A write that is under way, and the one of another store that it was begun in. */
interface OpenWrite {
  readonly of: object
  readonly around: OpenWrite | undefined
  ended: boolean
}

/** One for all stores of a process: Node walks through every such storage at each promise, and never lets go of one. */
const writes = new AsyncLocalStorage<OpenWrite>()

/** What has ended is left out, so that a loop which a write has started keeps no list of all its own. */
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

function runNudges(nudges: readonly (() => void)[], log: Log): void {
  for (const nudge of nudges) {
    try {
      nudge()
    } catch (error) {
      log.error({ err: error }, "a nudge after a commit threw")
    }
  }
}

function backOff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * attempt * (0.5 + Math.random())))
}
