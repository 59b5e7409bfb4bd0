/** Cash reconciliations in the hub's database: one per session and currency, one per shift. */
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export interface ShiftKey {
  readonly storeId: string
  readonly businessDayDate: string
  readonly operatorUid: string | null
  readonly currency: string
  readonly shiftStart: string
}

export interface SessionKey {
  readonly storeId: string
  readonly sessionExternalId: string
  readonly currency: string
}

export async function findBySession(scope: TenantRead, key: SessionKey): Promise<CashReconciliation | null> {
  const query = closes(scope, key.storeId)
    .where("session_external_id", "=", key.sessionExternalId)
    .where("currency", "=", key.currency)
  return parse(await query.executeTakeFirst())
}

export async function findByShift(scope: TenantRead, key: ShiftKey): Promise<CashReconciliation | null> {
  const query = closes(scope, key.storeId)
    .where("business_day", "=", key.businessDayDate)
    .where("operator_uid", "=", key.operatorUid ?? "")
    .where("currency", "=", key.currency)
    .where("shift_start", "=", key.shiftStart)
  return parse(await query.executeTakeFirst())
}

export async function closesOfDay(scope: TenantRead, storeId: string, date: string): Promise<CashReconciliation[]> {
  const rows = await closes(scope, storeId)
    .where("business_day", "=", date)
    .orderBy("shift_start")
    .orderBy("id")
    .execute()
  return rows.map((row) => JSON.parse(row.record))
}

export async function hasClose(scope: TenantRead, id: string): Promise<boolean> {
  return (await scope.select("cash_reconciliation").select("id").where("id", "=", id).executeTakeFirst()) !== undefined
}

/** False when the same session, the same shift or the same record is there already; then nothing is written. */
export async function insertClose(tx: TenantWrite, record: CashReconciliation): Promise<boolean> {
  const row = {
    id: record.id,
    store_id: record.storeId,
    business_day: record.businessDayDate,
    currency: record.currency,
    operator_uid: record.operatorUid ?? "",
    session_external_id: record.sessionExternalId,
    shift_start: record.shiftStart,
    record: JSON.stringify(record),
  }
  const query = tx.insert("cash_reconciliation", row).onConflict((conflict) => conflict.doNothing())
  return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

function closes(scope: TenantRead, storeId: string) {
  return scope.select("cash_reconciliation").select("record").where("store_id", "=", storeId)
}

function parse(row: { record: string } | undefined): CashReconciliation | null {
  return row ? JSON.parse(row.record) : null
}
