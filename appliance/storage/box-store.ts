/** The box's one door to its database: every change is one durable transaction with one fixed `now`. */
import type { Database } from "better-sqlite3"
import { isRefusal } from "../../protocol/refusals.ts"
import type { Clock } from "../../protocol/runtime/clock.ts"

export interface BoxTx {
  readonly db: Database
  /** ISO 8601 in UTC, the same through the whole transaction. */
  readonly now: string
  /** A nudge for a worker: runs after the commit, and may be lost with the process, since workers re-read their tables. */
  afterCommit(nudge: () => void): void
}

export interface BoxStore {
  read<T>(fn: (tx: BoxTx) => T): T
  /** One transaction. A returned refusal rolls it back, so that a "no" changes nothing, whatever was written before it. */
  write<T>(fn: (tx: BoxTx) => T): T
}

export function createBoxStore(db: Database, clock: Clock): BoxStore {
  return {
    read: (fn) => fn({ db, now: clock.iso(), afterCommit: () => undefined }),
    write: (fn) => {
      const nudges: (() => void)[] = []
      const tx: BoxTx = { db, now: clock.iso(), afterCommit: (nudge) => nudges.push(nudge) }
      const result = inTransaction(db, () => fn(tx))
      if (!isRefusal(result)) for (const nudge of nudges) nudge()
      return result
    },
  }
}

/** Runs `fn` inside the caller's transaction; a refusal undoes only what `fn` wrote. */
export function writeInside<T>(tx: BoxTx, fn: () => T): T {
  return inTransaction(tx.db, fn)
}

class Refused extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super("rolled back by a refusal")
    this.value = value
  }
}

function inTransaction<T>(db: Database, fn: () => T): T {
  const run = db.transaction((): T => {
    const result = fn()
    if (isRefusal(result)) throw new Refused(result)
    return result
  })
  try {
    return run.immediate()
  } catch (error) {
    if (error instanceof Refused) return error.value as T
    throw error
  }
}
