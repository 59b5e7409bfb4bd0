/** The store's audit log. Rows are only added. */
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { ClockJump } from "../../protocol/shapes/box-maintenance.ts"
import type { BoxTx } from "../storage/index.ts"

export function appendAudit({ db }: BoxTx, entry: AuditEntry): void {
  db.prepare("INSERT INTO audit (id, at, body) VALUES (?, ?, ?)").run(entry.id, entry.at, JSON.stringify(entry))
}

/** The entries before `seq`, newest first. One more than requested shows that there are more. */
export function readAudit({ db }: BoxTx, before: number, count: number): { seq: number; body: string }[] {
  return db
    .prepare<[number, number], { seq: number; body: string }>(
      "SELECT seq, body FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?",
    )
    .all(before, count)
}

/** The newest clock jump since a day was last closed. Entries are compared by their sequence, because their times are what jumped. */
export function clockJumpOfDay({ db }: BoxTx): ClockJump | null {
  const row = db
    .prepare<[], { action: string; at: string; byMs: number }>(
      `SELECT body ->> '$.action' AS action, at, body ->> '$.detail.byMs' AS byMs FROM audit INDEXED BY audit_clock
       WHERE json_extract(body, '$.action') IN ('clock.jumped', 'day.close') ORDER BY seq DESC LIMIT 1`,
    )
    .get()
  return row?.action === "clock.jumped" ? { at: row.at, byMs: row.byMs } : null
}
