/** Cash reconciliations in the hub's database: one per session and currency, one per shift. */
import { sql } from "kysely"
import { scaleMajor } from "../../protocol/money.ts"
import type { ReconciledDays } from "../../protocol/rules/cash/cash-day.ts"
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { Page } from "../../protocol/shapes/page.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export interface ShiftKey {
  readonly storeId: string
  readonly businessDayDate: string
  readonly operatorUid: string | null
  readonly currency: string
  readonly shiftStart: string
}

interface SessionKey {
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
  const rows = await inOrder(inDays(scope, storeId, { from: date, to: date }).select("record")).execute()
  return rows.map((row) => JSON.parse(row.record))
}

/** Reconciliations of both versions: those of shifts by their start, those of a day in order of arrival. */
export async function pageOfCloses(
  scope: TenantRead,
  storeId: string,
  { page, size, ...range }: DaysOfOperator & Page,
): Promise<{ reconciliations: CashReconciliation[]; total: number }> {
  const count = inDays(scope, storeId, range).select(({ fn }) => fn.countAll<number | string>().as("total"))
  const total = Number((await count.executeTakeFirstOrThrow()).total)
  const matching = inDays(scope, storeId, range).select("record")
  const rows = await inOrder(matching)
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { reconciliations: rows.map((row) => JSON.parse(row.record)), total }
}

type DaysOfOperator = ReconciledDays & { readonly operatorUid?: string | undefined }

function inDays(scope: TenantRead, storeId: string, { from, to, operatorUid }: DaysOfOperator) {
  const all = scope
    .select("cash_reconciliation")
    .where("store_id", "=", storeId)
    .where("business_day", ">=", from)
    .where("business_day", "<=", to)
  return operatorUid === undefined ? all : all.where("operator_uid", "=", operatorUid)
}

function inOrder(query: ReturnType<typeof closes>) {
  return query.orderBy("business_day").orderBy(sql`coalesce(shift_start, '')`).orderBy("id")
}

/** Reconciliations that name a supervisor's token, oldest first. */
export async function closesWithToken(
  scope: TenantRead,
  storeId: string,
  token: string,
): Promise<CashReconciliation[]> {
  const rows = await closes(scope, storeId).where("authorization_token_id", "=", token.toLowerCase()).execute()
  const found: CashReconciliation[] = rows.map((row) => JSON.parse(row.record))
  return found.sort((a, b) => (`${a.reportedAt} ${a.id}` < `${b.reportedAt} ${b.id}` ? -1 : 1))
}

export async function replaceClose(tx: TenantWrite, record: CashReconciliation): Promise<void> {
  await tx
    .update("cash_reconciliation")
    .set({ record: JSON.stringify(record) })
    .where("id", "=", record.id)
    .execute()
}

export async function hasClose(scope: TenantRead, id: string): Promise<boolean> {
  return (await scope.select("cash_reconciliation").select("id").where("id", "=", id).executeTakeFirst()) !== undefined
}

/** False when the session, shift or record exists already; then nothing is written. */
export async function insertClose(tx: TenantWrite, record: CashReconciliation): Promise<boolean> {
  const row = {
    id: record.id,
    store_id: record.storeId,
    business_day: record.businessDayDate,
    currency: record.currency,
    operator_uid: record.operatorUid ?? "",
    session_external_id: record.sessionExternalId,
    shift_start: record.shiftStart,
    reason: record.details.reason,
    discrepancy: scaleMajor(record.discrepancy) ?? 0,
    authorization_token_id: record.authorizationTokenId?.toLowerCase() ?? null,
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
