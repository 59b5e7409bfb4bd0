/** The state of a restored database: the awaited records, the ops set aside meanwhile, and whether a record was changed since. */
import type { Database } from "better-sqlite3"
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import { openOp } from "../../protocol/sync/batch.ts"
import type { Op } from "../../protocol/sync/messages.ts"
import { type BoxTx, dropMeta, readMeta, writeMeta } from "../storage/index.ts"
import { markAt, outboxHead, renumberOutbox } from "./outbox-store.ts"
import { loadSyncState, saveEpoch, saveUnfenced } from "./sync-state-store.ts"

/** Key: the epoch whose records are awaited. */
const WAITS = "sync.returned"
/** Key: the mark of the newest op at the restore; empty if there was none. */
const RESTORED = "sync.restored"

/** Starts the wait when a new epoch begins, in its transaction: the hub will send the records that may be lost here. */
export function waitForRestore({ db }: BoxTx, epoch: string): void {
  writeMeta(db, WAITS, epoch)
}

export function waitsForRestore(db: Database): boolean {
  return readMeta(db, WAITS) !== null
}

/** Whether a message is the last part for the awaited epoch. */
export function isLast(db: Database, body: unknown): boolean {
  const { epoch, last } = (body ?? {}) as { epoch?: unknown; last?: unknown }
  return last === true && epoch === readMeta(db, WAITS)
}

export function endWait(db: Database): void {
  dropMeta(db, WAITS)
}

export function setOpsAside(db: Database, { seq, mark, kind, at, body }: Op): void {
  db.prepare("INSERT INTO aside_down (seq, mark, kind, at, body) VALUES (?, ?, ?, ?, ?)").run(
    seq,
    mark,
    kind,
    at,
    JSON.stringify(body ?? null),
  )
}

/** Returns all ops set aside, in order, and deletes them. */
export function takeOpsSetAside(db: Database): Op[] {
  const rows = db.prepare<[], LoggedOp>("SELECT seq, mark, kind, at, body FROM aside_down ORDER BY position").all()
  db.prepare("DELETE FROM aside_down").run()
  return rows.map(openOp)
}

/** Marks the database as a copy or an older state. Later ops are changes of this box. */
export function markRestored({ db }: BoxTx): void {
  writeMeta(db, RESTORED, markAt(db, outboxHead(db)) ?? "")
}

/** Whether an op since the restore contains the record's id. Such a change was made without the hub's state. */
export function changedHere({ db }: BoxTx, id: string): boolean {
  const mark = readMeta(db, RESTORED)
  if (mark === null) return false
  const row = db.prepare<[string], { seq: number }>("SELECT seq FROM outbox WHERE mark = ?").get(mark)
  const named = db.prepare("SELECT 1 FROM outbox WHERE seq > ? AND instr(body, ?) > 0 LIMIT 1")
  return named.get(row?.seq ?? 0, JSON.stringify(id)) !== undefined
}

/** Appends ops of another copy of this outbox, with their marks. */
export function adoptOps({ db }: BoxTx, ops: readonly LoggedOp[]): void {
  for (const { mark, kind, at, body, skewMs = null } of ops)
    db.prepare("INSERT INTO outbox (mark, kind, at, body, skew_ms) VALUES (?, ?, ?, ?, ?)").run(
      mark,
      kind,
      at,
      body,
      skewMs,
    )
}

/**
 * Starts an epoch for a copy of another box's database, after the original's epoch. The ops that the hub had not acknowledged are carried
 * over, and the hub knows them by their marks.
 */
export function continueEpoch({ db }: BoxTx, epoch: string): void {
  const { epoch: parent, acked } = loadSyncState(db, () => epoch)
  saveEpoch(db, epoch, { epoch: parent, last: acked, carried: renumberOutbox(db, acked) })
  saveUnfenced(db)
}
