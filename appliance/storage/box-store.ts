/** The box's one door to its database: every change is one durable transaction with one fixed `now`. */
import type { Database } from "better-sqlite3"
import { isRefusal } from "../../protocol/refusals.ts"
import type { Clock } from "../../protocol/runtime/clock.ts"
import { StoreUnavailable } from "../../protocol/runtime/store-errors.ts"
import { isDiskFault } from "./disk-faults.ts"

/** Changes that share one commit: a disk that needs 5 ms to be sure of one is as quick with this many. */
const GROUP_MAX = 256

export interface BoxTx {
  readonly db: Database
  /** ISO 8601 in UTC, the same through the whole transaction. */
  readonly now: string
  /** A nudge for a worker: runs after the commit, and may be lost with the process, since workers re-read their tables. */
  afterCommit(nudge: () => void): void
}

export interface BoxStore {
  read<T>(fn: (tx: BoxTx) => T): T
  /** One transaction, now. A returned refusal rolls it back, so that a "no" changes nothing, whatever was written before it. */
  write<T>(fn: (tx: BoxTx) => T): T
  /** The same, together with what else is asked in this turn of the event loop: one commit for all, each undone alone. */
  writeTogether<T>(fn: (tx: BoxTx) => T): Promise<T>
}

export function createBoxStore(db: Database, clock: Clock): BoxStore {
  const run = <T>(fn: (tx: BoxTx) => T): Done<T> => {
    const nudges: (() => void)[] = []
    const tx: BoxTx = { db, now: clock.iso(), afterCommit: (nudge) => nudges.push(nudge) }
    const value = inTransaction(db, () => fn(tx))
    return { value, nudges: isRefusal(value) ? [] : nudges }
  }
  return {
    read: (fn) => fn({ db, now: clock.iso(), afterCommit: () => undefined }),
    write: (fn) => {
      const { value, nudges } = onDisk(() => run(fn))
      for (const nudge of nudges) nudge()
      return value
    },
    writeTogether: createGroup(db, run),
  }
}

/** Runs `fn` inside the caller's transaction; a refusal undoes only what `fn` wrote. */
export function writeInside<T>(tx: BoxTx, fn: () => T): T {
  return inTransaction(tx.db, fn)
}

interface Done<T> {
  readonly value: T
  readonly nudges: readonly (() => void)[]
}

type Run = <T>(fn: (tx: BoxTx) => T) => Done<T>

interface Waiting {
  /** Runs in the group's transaction; what it returns is called once the commit is durable. */
  readonly work: () => () => void
  readonly fail: (error: unknown) => void
}

function createGroup(db: Database, run: Run): BoxStore["writeTogether"] {
  const queue: Waiting[] = []
  const commit = () => {
    const group = queue.splice(0, GROUP_MAX)
    if (queue.length > 0) setImmediate(commit)
    try {
      const settled = onDisk(() => transactionOf(db)(() => group.map(({ work }) => work())))
      for (const settle of settled) settle()
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }
  return <T>(fn: (tx: BoxTx) => T) =>
    new Promise<T>((resolve, reject) => {
      if (queue.length === 0) setImmediate(commit)
      queue.push({ work: () => settlement(run, fn, { resolve, reject }), fail: reject })
    })
}

/** One that throws is undone by its savepoint and rejected alone, also only after the commit of the others. */
function settlement<T>(
  run: Run,
  fn: (tx: BoxTx) => T,
  promise: { resolve: (value: T) => void; reject: (error: unknown) => void },
) {
  try {
    const { value, nudges } = run(fn)
    return () => {
      promise.resolve(value)
      for (const nudge of nudges) nudge()
    }
  } catch (error) {
    // A disk that is full may have ended the transaction of all of them: none of them was done.
    if (isDiskFault(error)) throw error
    return () => promise.reject(error)
  }
}

/** A disk that is full or fails is nobody's mistake: whoever asked may ask again. */
function onDisk<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDiskFault(error)) throw error
    throw new StoreUnavailable(`the disk took nothing: ${(error as Error).message}`, { committed: "no", cause: error })
  }
}

class Refused extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super("rolled back by a refusal")
    this.value = value
  }
}

/** Begins a transaction, or a savepoint where one is open. */
function inTransaction<T>(db: Database, fn: () => T): T {
  try {
    return transactionOf(db)(() => {
      const result = fn()
      if (isRefusal(result)) throw new Refused(result)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return error.value as T
    throw error
  }
}

type InTransaction = <T>(work: () => T) => T

/** Made once for each database: to make one takes longer than the transaction of a small change. */
const transactions = new WeakMap<Database, InTransaction>()

function transactionOf(db: Database): InTransaction {
  const known = transactions.get(db)
  if (known) return known
  const made: InTransaction = db.transaction((work) => work()).immediate
  transactions.set(db, made)
  return made
}
