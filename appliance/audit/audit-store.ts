/** The trail of what was done in the store: rows that are only ever added. */
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { BoxTx } from "../storage/index.ts"

export function appendAudit({ db }: BoxTx, entry: AuditEntry): void {
  db.prepare("INSERT INTO audit (id, at, body) VALUES (?, ?, ?)").run(entry.id, entry.at, JSON.stringify(entry))
}

/** Newest first, from before `seq` on; one more than asked for tells that there are more. */
export function readAudit({ db }: BoxTx, before: number, count: number): { seq: number; body: string }[] {
  return db
    .prepare<[number, number], { seq: number; body: string }>(
      "SELECT seq, body FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?",
    )
    .all(before, count)
}
