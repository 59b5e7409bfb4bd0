/** A disk that was restored: what it waits for, what is put aside meanwhile, and what was changed here since. */
import type { Database } from "better-sqlite3"
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import { openOp } from "../../protocol/sync/batch.ts"
import type { Op } from "../../protocol/sync/messages.ts"
import { type BoxTx, dropMeta, readMeta, writeMeta } from "../storage/index.ts"
import { markAt, outboxHead } from "./outbox-store.ts"

/** The epoch whose records are awaited. */
const WAITS = "sync.returned"
/** The mark of the newest op that the disk had when it was restored; empty before the first. */
const RESTORED = "sync.restored"

/** Histories have parted and an epoch begins: the hub says what it has that may be lost here. In the epoch's transaction. */
export function waitForRestore({ db }: BoxTx, epoch: string): void {
  writeMeta(db, WAITS, epoch)
}

export function waitsForRestore(db: Database): boolean {
  return readMeta(db, WAITS) !== null
}

/** An answer for an earlier epoch ends no wait. */
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

/** All of it, in order; it is aside no longer. */
export function takeOpsSetAside(db: Database): Op[] {
  const rows = db.prepare<[], LoggedOp>("SELECT seq, mark, kind, at, body FROM aside_down ORDER BY position").all()
  db.prepare("DELETE FROM aside_down").run()
  return rows.map(openOp)
}

/** The disk is another one's, or of another time: from here on is what this box did since. */
export function markRestored({ db }: BoxTx): void {
  writeMeta(db, RESTORED, markAt(db, outboxHead(db)) ?? "")
}

/** Whether an op since the restore names the record: whoever changed it here had not seen what the hub has. */
export function changedHere({ db }: BoxTx, id: string): boolean {
  const mark = readMeta(db, RESTORED)
  if (mark === null) return false
  const row = db.prepare<[string], { seq: number }>("SELECT seq FROM outbox WHERE mark = ?").get(mark)
  const named = db.prepare("SELECT 1 FROM outbox WHERE seq > ? AND instr(body, ?) > 0 LIMIT 1")
  return named.get(row?.seq ?? 0, JSON.stringify(id)) !== undefined
}

/** Ops that another copy of this log still had: they follow the newest one here, under their marks. */
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
