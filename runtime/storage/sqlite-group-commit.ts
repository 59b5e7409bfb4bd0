/**
 * Group commit for SQLite's one writer. Writes run one after another, each in its own savepoint, and share one BEGIN IMMEDIATE … COMMIT: a
 * group. A failed write is rolled back alone. A write resolves only after its COMMIT is durable. Writes that arrive within one turn of the
 * event loop form a group, so a busy server syncs the disk once for dozens of requests. While the disk syncs a group, the next one is written.
 */
import type { Statement } from "better-sqlite3"
import { codeOf } from "./dialect.ts"
import { createDurableNotifier, type DurableNotifier, type Member } from "./notify-durable.ts"
import type { SqliteDatabase } from "./sqlite.ts"
import { StoreUnavailable, TransactionEnded } from "./store-errors.ts"

/** Most writes per group. */
const GROUP_MAX = 256
/** After this time a group accepts no further write. */
const GROUP_OPEN_MS = 20
/** A write that takes longer is rolled back, because it waits for something and blocks all others. */
const HOLD_MAX_MS = 1_000
/** Another process, such as a command-line tool, may lock the file: BEGIN is retried without blocking the event loop. */
const BUSY_RETRY_MS = 10
const BUSY_WAIT_MAX_MS = 5_000

export interface GateOptions {
  readonly groupMax?: number
  readonly groupOpenMs?: number
  readonly holdMaxMs?: number
  readonly busyWaitMaxMs?: number
  /** Syncs the log after a COMMIT; undefined if COMMIT itself is durable. After a failure nothing is written any more. */
  readonly sync?: () => Promise<void>
}

/** One write's place in a group. */
export interface CommitTurn {
  /** Throws TransactionEnded unless the turn is open and no statement has failed. */
  assertOpen(): void
  /** Records that a statement failed: the turn can then only be rolled back, as on PostgreSQL. */
  fail(error: unknown): void
  begin(): void
  /** Lets the next write begin; resolves after the durable COMMIT of the group. */
  commit(): Promise<void>
  rollback(): void
}

export interface Gate {
  enter(): Promise<CommitTurn>
  /** Resolves when commits that readers may have seen are durable; undefined if they are. */
  settling(): Promise<void> | undefined
  /** Resolves when no write is waiting or running. */
  drained(): Promise<void>
}

interface Waiting {
  readonly resolve: (turn: CommitTurn) => void
  readonly reject: (error: unknown) => void
}

export function createGate(db: SqliteDatabase, options: GateOptions = {}): Gate {
  const statements = prepareStatements(db)
  const notifier = createDurableNotifier(options.sync)
  const queue: Waiting[] = []
  let pumping: Promise<void> | undefined
  let arrived = () => {}

  const pump = async () => {
    await nextLoopTurn()
    while (queue.length > 0) {
      await runGroup()
      await nextLoopTurn()
    }
    pumping = undefined
  }
  /** While the disk syncs the last group, new writes may still join this one, because it could not be durable earlier. */
  const next = async (): Promise<Waiting | undefined> => {
    while (queue.length === 0 && notifier.running) {
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve
      })
      await Promise.race([notifier.running, arrival])
    }
    return queue.shift()
  }
  const runGroup = async () => {
    try {
      notifier.assertTrusted()
      await beginGroup(statements.begin, options.busyWaitMaxMs ?? BUSY_WAIT_MAX_MS)
    } catch (error) {
      for (const waiting of queue.splice(0)) waiting.reject(error)
      return
    }
    const members: Member[] = []
    const openedAt = performance.now()
    for (let passed = 0; passed < (options.groupMax ?? GROUP_MAX) && db.inTransaction; passed += 1) {
      const waiting = await next()
      if (waiting === undefined) break
      const { turn, over } = createTurn(db, { statements, members, holdMaxMs: options.holdMaxMs ?? HOLD_MAX_MS })
      waiting.resolve(turn)
      await over
      if (performance.now() - openedAt > (options.groupOpenMs ?? GROUP_OPEN_MS)) break
    }
    commitGroup(db, { commit: statements.commit, members, notifier })
  }

  return {
    enter: () =>
      new Promise((resolve, reject) => {
        queue.push({ resolve, reject })
        arrived()
        pumping ??= pump()
      }),
    settling: notifier.settling,
    drained: async () => {
      while (pumping || notifier.running) await (pumping ?? notifier.running)
    },
  }
}

interface Statements {
  readonly begin: Statement
  readonly commit: Statement
  readonly save: Statement
  readonly release: Statement
  readonly undo: Statement
}

function prepareStatements(db: SqliteDatabase): Statements {
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    save: db.prepare("SAVEPOINT turn"),
    release: db.prepare("RELEASE turn"),
    undo: db.prepare("ROLLBACK TO turn"),
  }
}

async function beginGroup(begin: Statement, waitMaxMs: number): Promise<void> {
  const until = performance.now() + waitMaxMs
  for (;;) {
    try {
      begin.run()
      return
    } catch (error) {
      if (codeOf(error) !== "SQLITE_BUSY") throw unavailable(error, "no")
      if (performance.now() > until) throw unavailable(error, "no")
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS))
  }
}

interface Commit {
  readonly commit: Statement
  readonly members: readonly Member[]
  readonly notifier: DurableNotifier
}

/** On a full disk SQLite may already have rolled the whole group back: then all members are rejected. */
function commitGroup(db: SqliteDatabase, { commit, members, notifier }: Commit): void {
  let failure: unknown
  if (db.inTransaction) failure = attempt(() => commit.run())
  else failure = unavailable(new Error("SQLite rolled the group back"), "no")
  if (db.inTransaction) db.exec("ROLLBACK")
  if (failure === undefined) notifier.settle(members)
  else for (const member of members) member.reject(failure)
}

function attempt(run: () => void): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return unavailable(error, codeOf(error).startsWith("SQLITE_IOERR") ? "unknown" : "no")
  }
}

interface TurnDeps {
  readonly statements: Statements
  readonly members: Member[]
  readonly holdMaxMs: number
}

function createTurn(db: SqliteDatabase, deps: TurnDeps): { readonly turn: CommitTurn; readonly over: Promise<void> } {
  let state: "new" | "open" | "failed" | "over" = "new"
  let reason = "after its end"
  let leave = () => {}
  const over = new Promise<void>((resolve) => {
    leave = resolve
  })
  const end = () => {
    state = "over"
    clearTimeout(timer)
    leave()
  }
  const undo = () => {
    if (state === "over") return
    if (state !== "new" && db.inTransaction) {
      deps.statements.undo.run()
      deps.statements.release.run()
    }
    end()
  }
  const timer = setTimeout(() => {
    reason = `after ${deps.holdMaxMs} ms: do not wait for anything inside a write`
    undo()
  }, deps.holdMaxMs)
  const assertOpen = () => {
    if (state !== "open") throw new TransactionEnded(`this transaction was used ${reason}`)
  }
  const turn: CommitTurn = {
    assertOpen,
    fail(error) {
      if (state !== "open") return
      state = "failed"
      reason = `after one of its statements failed (${String(error)})`
    },
    begin() {
      deps.statements.save.run()
      state = "open"
    },
    async commit() {
      assertOpen()
      deps.statements.release.run()
      const durable = new Promise<void>((resolve, reject) => deps.members.push({ resolve, reject }))
      end()
      await durable
    },
    rollback: undo,
  }
  return { turn, over }
}

function unavailable(error: unknown, committed: "no" | "unknown"): StoreUnavailable {
  return new StoreUnavailable(`the SQLite file cannot be written: ${(error as Error).message}`, {
    committed,
    cause: error,
  })
}

function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
