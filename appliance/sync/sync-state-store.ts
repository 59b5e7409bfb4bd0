/** The state of sync on disk: one row, dead letters, and answers to the hub's commands. */
import type { Database } from "better-sqlite3"
import type { SyncWatermark } from "../../protocol/shapes/business-day.ts"
import type { Op, Previous } from "../../protocol/sync/messages.ts"
import type { StoreFacts } from "../../protocol/sync/store-line.ts"
import { outboxHead } from "./outbox-store.ts"

interface Row {
  readonly epoch: string
  readonly previous_epoch: string | null
  readonly previous_last: number | null
  readonly previous_carried: number | null
  readonly acked: number
  readonly acked_at: string | null
  readonly applied_down: number
  readonly down_mark: string | null
  readonly session: number
  readonly fenced: number
}

export interface StoredSyncState extends StoreFacts {
  readonly session: number
  readonly ackedAt: string | null
}

/** Reads the row. A new database gets a row with `newEpoch`. */
export function loadSyncState(db: Database, newEpoch: () => string): StoredSyncState {
  const read = db.prepare<[], Row>("SELECT * FROM sync_line WHERE id = 1")
  if (!read.get()) db.prepare("INSERT INTO sync_line (id, epoch) VALUES (1, ?)").run(newEpoch())
  const row = read.get()
  if (row === undefined) throw new Error("the row of sync is gone")
  return {
    epoch: row.epoch,
    previous: previousOf(row),
    head: outboxHead(db),
    acked: row.acked,
    ackedAt: row.acked_at,
    appliedDown: row.applied_down,
    downMark: row.down_mark,
    fenced: row.fenced === 1,
    session: row.session,
  }
}

export function isFenced(db: Database): boolean {
  return db.prepare<[], { fenced: number }>("SELECT fenced FROM sync_line WHERE id = 1").get()?.fenced === 1
}

/** Whether the outbox was renumbered: then it may be empty although operations were recorded. */
export function hasEarlierEpoch(db: Database): boolean {
  return db.prepare("SELECT 1 FROM sync_line WHERE id = 1 AND previous_epoch IS NOT NULL").get() !== undefined
}

export function readAcked(db: Database): number {
  return db.prepare<[], { acked: number }>("SELECT acked FROM sync_line WHERE id = 1").get()?.acked ?? 0
}

/** The newest op of the box, sent or not, and the newest applied op of the hub. */
export function readWatermark(db: Database): SyncWatermark {
  const row = db
    .prepare<[], { epoch: string; down: number }>("SELECT epoch, applied_down AS down FROM sync_line WHERE id = 1")
    .get()
  return { epoch: row?.epoch ?? "", up: outboxHead(db), down: row?.down ?? 0 }
}

export function saveAcked(db: Database, acked: number, at: string): void {
  db.prepare("UPDATE sync_line SET acked = ?, acked_at = ? WHERE id = 1").run(acked, at)
}

export function saveDown(db: Database, applied: number, mark: string | null): void {
  db.prepare("UPDATE sync_line SET applied_down = ?, down_mark = ? WHERE id = 1").run(applied, mark)
}

export function saveSession(db: Database, session: number): void {
  db.prepare("UPDATE sync_line SET session = ? WHERE id = 1").run(session)
}

export function saveFenced(db: Database): void {
  db.prepare("UPDATE sync_line SET fenced = 1 WHERE id = 1").run()
}

/** For a copy of a box that was shut out: the copy itself was not. */
export function saveUnfenced(db: Database): void {
  db.prepare("UPDATE sync_line SET fenced = 0 WHERE id = 1").run()
}

export function saveEpoch(db: Database, epoch: string, previous: Previous): void {
  db.prepare(
    `UPDATE sync_line SET epoch = ?, previous_epoch = ?, previous_last = ?, previous_carried = ?, acked = 0 WHERE id = 1`,
  ).run(epoch, previous.epoch, previous.last, previous.carried)
}

export function addDeadLetter(db: Database, op: Op, parked: { reason: string; at: string }): void {
  db.prepare(
    "INSERT OR IGNORE INTO parked_down (seq, mark, kind, at, body, reason, parked_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(op.seq, op.mark, op.kind, op.at, JSON.stringify(op.body), parked.reason, parked.at)
}

export function readAnswer(db: Database, requestId: string): { readonly answer: unknown } | null {
  const row = db
    .prepare<[string], { answer: string }>("SELECT answer FROM command_answer WHERE request_id = ?")
    .get(requestId)
  return row ? { answer: JSON.parse(row.answer) } : null
}

export function saveAnswer(db: Database, requestId: string, answered: { answer: unknown; at: string }): void {
  db.prepare("INSERT INTO command_answer VALUES (?, ?, ?)").run(
    requestId,
    JSON.stringify(answered.answer ?? null),
    answered.at,
  )
}

export function pruneAnswers(db: Database, before: string): void {
  db.prepare("DELETE FROM command_answer WHERE answered_at < ?").run(before)
}

function previousOf(row: Row): Previous | null {
  if (row.previous_epoch === null) return null
  return { epoch: row.previous_epoch, last: row.previous_last ?? 0, carried: row.previous_carried ?? 0 }
}
