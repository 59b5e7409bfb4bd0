/** The only way to the box's database: every change is one durable transaction with one fixed `now`. */
import type { Database } from "better-sqlite3"
import type { AnswerOf, Endpoint, RequestOf } from "../../protocol/http/endpoint.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { Clock } from "../../runtime/clock.ts"
import { type Log, silentLog } from "../../runtime/log.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import { isBusy, isDiskFault } from "./disk-faults.ts"

/** The most changes that share one commit. An fsync takes about 5 ms, however many changes it covers. */
const GROUP_MAX = 256

export interface BoxTx {
  readonly db: Database
  /** ISO 8601 in UTC, the same through the whole transaction. */
  readonly now: string
  /** Runs `nudge` after the commit. It wakes a worker, and may be lost in a crash: workers read their tables again. */
  afterCommit(nudge: () => void): void
}

export interface BoxStore {
  read<T>(fn: (tx: BoxTx) => T): T
  /** Runs `fn` in one transaction, at once. A refusal that `fn` returns rolls the transaction back. */
  write<T>(fn: (tx: BoxTx) => T): T
  /** As `write`, but all calls of one turn of the event loop share one commit. Each one can be rolled back alone. */
  writeTogether<T>(fn: (tx: BoxTx) => T): Promise<T>
}

/** A handler of the box. It runs in its caller's transaction, so that requests from the LAN and commands of the hub run the same code. */
export type BoxHandler<E extends Endpoint> = (tx: BoxTx, request: RequestOf<E>) => AnswerOf<E>

export function createBoxStore(db: Database, clock: Clock, log: Pick<Log, "error"> = silentLog): BoxStore {
  const runIn =
    (within: Within): Run =>
    (fn) => {
      const nudges: (() => void)[] = []
      const tx: BoxTx = { db, now: clock.iso(), afterCommit: (nudge) => nudges.push(nudge) }
      const value = within(db, () => fn(tx))
      return { value, nudges: isRefusal(value) ? [] : nudges }
    }
  const run = runIn(inTransaction)
  /** A failed notification is only logged: the change is committed, and its caller must learn that. */
  const runNudges = (nudges: readonly (() => void)[]) => {
    for (const nudge of nudges) {
      try {
        nudge()
      } catch (error) {
        log.error({ err: error }, "a nudge after a commit failed")
      }
    }
  }
  return {
    read: (fn) => fn(new Reading(db, clock)),
    write: (fn) => {
      const { value, nudges } = mapDiskErrors(() => run(fn))
      runNudges(nudges)
      return value
    },
    writeTogether: createGroup(db, {
      runWithSavepoint: run,
      runWithoutSavepoint: runIn(runWithoutSavepoint),
      give: runNudges,
    }),
  }
}

/** Formats `now` only when it is read: that takes as long as a short query, and most reads never need it. */
class Reading implements BoxTx {
  readonly db: Database
  readonly #clock: Clock
  #now: string | null = null

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.#clock = clock
  }

  get now(): string {
    this.#now ??= this.#clock.iso()
    return this.#now
  }

  afterCommit(): void {}
}

/** Runs `fn` inside the caller's transaction; a refusal undoes only what `fn` wrote. */
export function writeInside<T>(tx: BoxTx, fn: () => T): T {
  return inTransaction(tx.db, fn)
}

interface ChangeResult<T> {
  readonly value: T
  readonly nudges: readonly (() => void)[]
}

type Run = <T>(fn: (tx: BoxTx) => T) => ChangeResult<T>

/** The two ways to run one change of a group. */
interface RunModes {
  /** In a transaction or savepoint of its own. */
  readonly runWithSavepoint: Run
  /** In the group's transaction, without a savepoint: a savepoint costs as much as three statements. */
  readonly runWithoutSavepoint: Run
  readonly give: (nudges: ChangeResult<unknown>["nudges"]) => void
}

interface QueuedChange {
  /** Runs the change; the returned function settles its promise and is called after the commit. */
  readonly work: (run: Run) => () => void
  readonly fail: (error: unknown) => void
}

function createGroup(db: Database, ways: RunModes): BoxStore["writeTogether"] {
  const queue: QueuedChange[] = []
  const all = (group: readonly QueuedChange[], run: Run) => transactionOf(db)(() => group.map(({ work }) => work(run)))
  /** Runs the group without savepoints. If one change must be undone, all are, and the group runs again with savepoints. */
  const together = (group: readonly QueuedChange[]) => {
    const [first, ...others] = group
    if (first && others.length === 0) return [first.work(ways.runWithSavepoint)]
    try {
      return all(group, ways.runWithoutSavepoint)
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      return all(group, ways.runWithSavepoint)
    }
  }
  const commit = () => {
    const group = queue.splice(0, GROUP_MAX)
    if (queue.length > 0) setImmediate(commit)
    try {
      const settled = mapDiskErrors(() => together(group))
      for (const settle of settled) settle()
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }
  return <T>(fn: (tx: BoxTx) => T) =>
    new Promise<T>((resolve, reject) => {
      if (queue.length === 0) setImmediate(commit)
      queue.push({ work: (run) => settlement(run, fn, { resolve, reject, give: ways.give }), fail: reject })
    })
}

/** Runs one change of a group. A change that throws is rejected alone, after the commit of the others. */
function settlement<T>(
  run: Run,
  fn: (tx: BoxTx) => T,
  promise: { resolve: (value: T) => void; reject: (error: unknown) => void; give: RunModes["give"] },
) {
  try {
    const { value, nudges } = run(fn)
    return () => {
      promise.resolve(value)
      promise.give(nudges)
    }
  } catch (error) {
    // A full disk may have rolled back the transaction of the whole group.
    if (isDiskFault(error) || isBusy(error) || error instanceof Undone) throw error
    return () => promise.reject(error)
  }
}

/** Turns a full, failing or locked disk into `StoreUnavailable`, which the caller may retry. */
function mapDiskErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDiskFault(error) && !isBusy(error)) throw error
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

type Within = <T>(db: Database, fn: () => T) => T

/** A change was refused or failed after it had written rows. */
class Undone extends Error {
  override readonly name = "Undone"
}

/** Runs `fn` without a savepoint. Throws `Undone` if it refused or failed after it had written rows. */
function runWithoutSavepoint<T>(db: Database, fn: () => T): T {
  const before = changesOf(db)
  try {
    const result = fn()
    if (isRefusal(result) && changesOf(db) !== before) throw new Undone()
    return result
  } catch (error) {
    if (isDiskFault(error) || changesOf(db) === before) throw error
    throw new Undone()
  }
}

/** The number of rows written since the database was opened. */
function changesOf(db: Database): number {
  return db.prepare("SELECT total_changes()").pluck().get() as number
}

/** Runs `fn` in a transaction, or in a savepoint if a transaction is open already. */
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

/** One per database: to prepare one takes longer than the transaction of a small change. */
const transactions = new WeakMap<Database, InTransaction>()

function transactionOf(db: Database): InTransaction {
  const known = transactions.get(db)
  if (known) return known
  const made: InTransaction = db.transaction((work) => work()).immediate
  transactions.set(db, made)
  return made
}
