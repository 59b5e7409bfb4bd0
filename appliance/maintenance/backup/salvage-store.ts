/** Reads what came after the backup from the damaged database itself: its log of ops is often whole, and says all that a room must know. */
import type { Database } from "better-sqlite3"
import type { LoggedOp } from "../../../protocol/sync/batch.ts"
import type { Log } from "../../../runtime/log.ts"
import type { SqliteDatabase } from "../../../runtime/storage/sqlite.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

/** Only ops that follow the backup's newest without a gap, and only where both are the same log. */
export function salvage(restored: SqliteDatabase, damaged: string, log: Log): LoggedOp[] {
  const ops: LoggedOp[] = []
  try {
    const source = new Sqlite(damaged)
    try {
      const newest = newestOf(restored)
      if (newest === null || !isSameLog(source, restored, newest)) return []
      const next = source.prepare<[number], LoggedOp>("SELECT seq, mark, kind, at, body FROM outbox WHERE seq = ?")
      for (let op = next.get(newest.seq + 1); op && isReadable(op); op = next.get(op.seq + 1)) ops.push(op)
    } finally {
      source.close()
    }
  } catch (error) {
    log.warn({ reason: (error as Error).message, read: ops.length }, "the damaged database gave no more")
  }
  return ops
}

interface Newest {
  readonly seq: number
  readonly mark: string
}

function newestOf(db: Database): Newest | null {
  return db.prepare<[], Newest>("SELECT seq, mark FROM outbox ORDER BY seq DESC LIMIT 1").get() ?? null
}

function isSameLog(source: Database, restored: Database, newest: Newest): boolean {
  const epochOf = (db: Database) => db.prepare("SELECT epoch FROM sync_line").pluck().get()
  const same = source.prepare("SELECT mark FROM outbox WHERE seq = ?").pluck().get(newest.seq) === newest.mark
  return same && epochOf(source) === epochOf(restored)
}

/** A page that was written over may still read as a row. */
function isReadable({ mark, kind, body }: LoggedOp): boolean {
  try {
    JSON.parse(body)
    return /^[0-9a-f]{12}$/.test(mark) && /^[a-z.-]+$/.test(kind)
  } catch {
    return false
  }
}
