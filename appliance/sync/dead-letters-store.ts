/** Dead letters of the hub on the box's disk, until a person settles each. */
import type { Database } from "better-sqlite3"
import { DEAD_LETTERS_LISTED_MAX } from "../../protocol/http/store-state.ts"
import type { DeadLetter } from "../../protocol/shapes/store-state.ts"

const COLUMNS = "seq, mark, kind, at, reason, parked_at AS parkedAt"

export interface StoredDeadLetter extends DeadLetter {
  readonly body: unknown
}

export function countDeadLetters(db: Database): number {
  const sql = "SELECT count(*) AS n FROM parked_down WHERE settled_at IS NULL"
  return db.prepare<[], { n: number }>(sql).get()?.n ?? 0
}

/** Oldest first. */
export function openDeadLetters(db: Database): DeadLetter[] {
  const sql = `SELECT ${COLUMNS} FROM parked_down WHERE settled_at IS NULL ORDER BY seq, parked_at LIMIT ?`
  return db.prepare<[number], DeadLetter>(sql).all(DEAD_LETTERS_LISTED_MAX)
}

/** Null if there is none, or it was settled. */
export function findDeadLetter(db: Database, mark: string): StoredDeadLetter | null {
  const sql = `SELECT ${COLUMNS}, body FROM parked_down WHERE mark = ? AND settled_at IS NULL`
  const row = db.prepare<[string], DeadLetter & { body: string }>(sql).get(mark)
  return row ? { ...row, body: JSON.parse(row.body) } : null
}

export interface Settlement {
  readonly as: "retry" | "dismiss"
  readonly by: string
  readonly why: string
  readonly at: string
}

export function markSettled(db: Database, mark: string, { as, by, why, at }: Settlement): void {
  db.prepare(
    `UPDATE parked_down SET settled_at = ?, settled_as = ?, settled_by = ?, settled_why = ?
     WHERE mark = ? AND settled_at IS NULL`,
  ).run(at, as, by, why, mark)
}

/** Saves the time and the reason of a retry that failed. */
export function markTried(db: Database, mark: string, { reason, at }: { reason: string; at: string }): void {
  db.prepare("UPDATE parked_down SET reason = ?, tried_at = ? WHERE mark = ? AND settled_at IS NULL").run(
    reason,
    at,
    mark,
  )
}

interface ReportedDeadLetter extends Omit<DeadLetter, "seq"> {
  readonly triedAt: string | null
}

export function deadLettersToReport(db: Database): ReportedDeadLetter[] {
  const sql = `SELECT mark, kind, at, reason, parked_at AS parkedAt, tried_at AS triedAt
    FROM parked_down WHERE settled_at IS NULL ORDER BY seq, parked_at LIMIT ?`
  return db.prepare<[number], ReportedDeadLetter>(sql).all(DEAD_LETTERS_LISTED_MAX)
}
