/** Cashiers' shifts on the box's disk. */
import type { OpenShift } from "../../../protocol/rules/cash/cash-shift.ts"
import type { Shift } from "../../../protocol/shapes/shift.ts"
import type { BoxTx } from "../../storage/index.ts"

interface Row {
  readonly body: string
}

export function findShift({ db }: BoxTx, shiftId: string): Shift | null {
  return parse(db.prepare<[string], Row>("SELECT body FROM shift WHERE shift_id = ?").get(shiftId))
}

export function openShiftOf({ db }: BoxTx, terminalUid: string): Shift | null {
  return parse(
    db.prepare<[string], Row>("SELECT body FROM shift WHERE terminal_uid = ? AND closed_at IS NULL").get(terminalUid),
  )
}

/** The latest shift of a register, if it is closed. */
export function latestClosedShift({ db }: BoxTx, terminalUid: string): Shift | null {
  const row = db
    .prepare<[string], Row>(
      `SELECT body FROM shift WHERE terminal_uid = ?
       ORDER BY coalesce(sequence, 0) DESC, coalesce(closed_at, '9') DESC LIMIT 1`,
    )
    .get(terminalUid)
  const shift = parse(row)
  return shift?.closedAt ? shift : null
}

export function openShifts({ db }: BoxTx): Shift[] {
  const rows = db.prepare<[], Row>("SELECT body FROM shift WHERE closed_at IS NULL ORDER BY terminal_uid").all()
  return rows.map((row) => JSON.parse(row.body))
}

/** The open shifts as the rules about money need them, newest first. */
export function openShiftsForMoney({ db }: BoxTx): OpenShift[] {
  return db
    .prepare<[], OpenShift>(
      `SELECT shift_id AS shiftId, terminal_uid AS terminalUid, body ->> '$.operatorUid' AS operatorUid,
         body ->> '$.openedAt' AS openedAt
       FROM shift WHERE closed_at IS NULL ORDER BY coalesce(sequence, 0) DESC, terminal_uid`,
    )
    .all()
}

/** The operator's name in their newest shift. */
export function findOperatorName({ db }: BoxTx, operatorUid: string): string | null {
  const row = db
    .prepare<[string], Row>("SELECT body FROM shift WHERE body ->> '$.operatorUid' = ? ORDER BY rowid DESC LIMIT 1")
    .get(operatorUid)
  return parse(row)?.operatorName ?? null
}

export function saveShift({ db }: BoxTx, shift: Shift): void {
  db.prepare(
    `INSERT INTO shift (shift_id, terminal_uid, closed_at, sequence, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (shift_id) DO UPDATE SET closed_at = excluded.closed_at, body = excluded.body`,
  ).run(shift.shiftId, shift.terminalUid, shift.closedAt, shift.sequence ?? null, JSON.stringify(shift))
}

export function nextShiftSequence({ db }: BoxTx): number {
  return db.prepare<[], { next: number }>("SELECT coalesce(max(sequence), 0) + 1 AS next FROM shift").get()?.next ?? 1
}

function parse(row: Row | undefined): Shift | null {
  return row ? JSON.parse(row.body) : null
}
