/** Operations for the hub, as rows. An op is appended in the transaction of the change that it reports. */
import type { Database } from "better-sqlite3"
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import { BATCH_MAX, OP_BYTES_MAX } from "../../protocol/sync/limits.ts"
import { jsonWrapped } from "../storage/index.ts"

interface NewOp {
  readonly mark: string
  readonly kind: string
  readonly at: string
  readonly body: object
  readonly skewMs: number | null
}

/** The number of the newest op; 0 before the first. */
export function outboxHead(db: Database): number {
  return db.prepare<[], { head: number }>("SELECT coalesce(max(seq), 0) AS head FROM outbox").get()?.head ?? 0
}

/** Returns the stored operation. Its number is the table's key, one more than the newest. */
export function appendOp(db: Database, op: NewOp): LoggedOp {
  const body = jsonWrapped(op.body)
  if (Buffer.byteLength(body) > OP_BYTES_MAX) throw new Error(`an op of kind ${op.kind} is too large to travel`)
  const { lastInsertRowid } = db
    .prepare("INSERT INTO outbox (mark, kind, at, body, skew_ms) VALUES (?, ?, ?, ?, ?)")
    .run(op.mark, op.kind, op.at, body, op.skewMs)
  return { ...op, seq: Number(lastInsertRowid), body }
}

/** The ops from number `from`, read one by one: the caller stops when its message is full. */
export function readOutbox(db: Database, from: number): Iterable<LoggedOp> {
  return db
    .prepare<[number], LoggedOp>(
      // A literal limit, because SQLite would plan the query again for a parameter.
      `SELECT seq, mark, kind, at, body, skew_ms AS skewMs FROM outbox WHERE seq >= ? ORDER BY seq LIMIT ${BATCH_MAX}`,
    )
    .iterate(from)
}

/** The mark of an op; null if the op is not stored any more. */
export function markAt(db: Database, seq: number): string | null {
  return db.prepare<[number], { mark: string }>("SELECT mark FROM outbox WHERE seq = ?").get(seq)?.mark ?? null
}

/** The operations after the one with `mark`, or all if it is null. Null if that op is not stored any more. */
export function opsAfter(db: Database, mark: string | null): LoggedOp[] | null {
  const seq = mark === null ? 0 : db.prepare("SELECT seq FROM outbox WHERE mark = ?").pluck().get(mark)
  if (seq === undefined) return null
  const query = "SELECT seq, mark, kind, at, body, skew_ms AS skewMs FROM outbox WHERE seq > ? ORDER BY seq"
  return db.prepare<[number], LoggedOp>(query).all(seq as number)
}

/** When an op was recorded; null if the op is not stored any more. */
export function atOf(db: Database, seq: number): string | null {
  return db.prepare<[number], { at: string }>("SELECT at FROM outbox WHERE seq = ?").get(seq)?.at ?? null
}

/** When the newest operation was recorded; null if there is none. */
export function newestAt(db: Database): string | null {
  return atOf(db, outboxHead(db))
}

/** Deletes acknowledged ops older than `before`, but not the last acknowledged one: the next batch names its mark. */
export function pruneOutbox(db: Database, acked: number, before: string): void {
  db.prepare("DELETE FROM outbox WHERE seq < ? AND at < ?").run(acked, before)
}

/** Deletes the ops up to `last` and renumbers the rest from 1; their marks stay. Returns their count. */
export function renumberOutbox(db: Database, last: number): number {
  db.prepare("DELETE FROM outbox WHERE seq <= ?").run(last)
  const first = db.prepare<[], { first: number | null }>("SELECT min(seq) AS first FROM outbox").get()?.first ?? null
  if (first === null) return 0
  // Through negative numbers, because two rows must not have the same number meanwhile.
  db.prepare("UPDATE outbox SET seq = -seq").run()
  db.prepare("UPDATE outbox SET seq = 1 - ? - seq").run(first)
  return outboxHead(db)
}
