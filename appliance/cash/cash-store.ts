/** Cash reconciliations on the box's disk: one per session and currency, one per shift. */
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { BoxTx } from "../storage/index.ts"

interface Row {
  readonly body: string
}

interface ShiftKey {
  readonly businessDayDate: string
  readonly operatorUid: string | null
  readonly currency: string
  readonly shiftStart: string
}

export function findBySession({ db }: BoxTx, session: string, currency: string): CashReconciliation | null {
  return parse(
    db
      .prepare<[string, string], Row>(
        "SELECT body FROM cash_reconciliation WHERE session_external_id = ? AND currency = ?",
      )
      .get(session, currency),
  )
}

export function findByShift({ db }: BoxTx, key: ShiftKey): CashReconciliation | null {
  return parse(
    db
      .prepare<[string, string, string, string], Row>(
        `SELECT body FROM cash_reconciliation
         WHERE business_day = ? AND operator_uid = ? AND currency = ? AND shift_start = ?`,
      )
      .get(key.businessDayDate, key.operatorUid ?? "", key.currency, key.shiftStart),
  )
}

/** One reconciliation per currency. */
export function closesOfSession({ db }: BoxTx, session: string): CashReconciliation[] {
  const rows = db
    .prepare<[string], Row>("SELECT body FROM cash_reconciliation WHERE session_external_id = ? ORDER BY currency")
    .all(session)
  return rows.map((row) => JSON.parse(row.body))
}

export function closesOfDay({ db }: BoxTx, businessDay: string): CashReconciliation[] {
  const rows = db
    .prepare<[string], Row>(
      "SELECT body FROM cash_reconciliation WHERE business_day = ? ORDER BY coalesce(shift_start, ''), id",
    )
    .all(businessDay)
  return rows.map((row) => JSON.parse(row.body))
}

/** Closes that name a supervisor's token, oldest first. */
export function closesWithToken({ db }: BoxTx, token: string): CashReconciliation[] {
  const rows = db
    .prepare<[string], Row>("SELECT body FROM cash_reconciliation WHERE authorization_token_id = ?")
    .all(token)
  const closes: CashReconciliation[] = rows.map((row) => JSON.parse(row.body))
  return closes.sort((a, b) => (`${a.reportedAt} ${a.id}` < `${b.reportedAt} ${b.id}` ? -1 : 1))
}

export function replaceReconciliation({ db }: BoxTx, record: CashReconciliation): void {
  db.prepare("UPDATE cash_reconciliation SET body = ? WHERE id = ?").run(JSON.stringify(record), record.id)
}

export function saveReconciliation({ db }: BoxTx, record: CashReconciliation): void {
  db.prepare(
    `INSERT INTO cash_reconciliation (id, session_external_id, currency, business_day, operator_uid, shift_start,
       authorization_token_id, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    record.id,
    record.sessionExternalId,
    record.currency,
    record.businessDayDate,
    record.operatorUid ?? "",
    record.shiftStart,
    record.authorizationTokenId?.toLowerCase() ?? null,
    JSON.stringify(record),
  )
}

function parse(row: Row | undefined): CashReconciliation | null {
  return row ? JSON.parse(row.body) : null
}
