/** Business days: copies of a box's, or the hub's own for a store without a box. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import { createFencedRead, type TenantRead, type TenantWrite } from "../storage/index.ts"

export async function findDay(scope: TenantRead, storeId: string, date: string): Promise<BusinessDay | null> {
  return parse(await days(scope, storeId).where("business_day", "=", date).executeTakeFirst())
}

/** The store's open day, as far as the hub knows. */
export async function openDayOf(scope: TenantRead, storeId: string): Promise<BusinessDay | null> {
  return parse(
    await days(scope, storeId).where("status", "=", "open").orderBy("business_day", "desc").executeTakeFirst(),
  )
}

/** The open days of many stores, by store. */
export async function openDaysOf(scope: TenantRead, storeIds: readonly string[]): Promise<Map<string, BusinessDay>> {
  if (storeIds.length === 0) return new Map()
  const { rows } = await openDays(scope, { ids: scope.dialect.listOf(storeIds) })
  return new Map(rows.map(({ store_id, record }) => [store_id, JSON.parse(record)]))
}

const openDays = createFencedRead(({ select, dialect }, at: { ids: unknown }) =>
  select("business_day")
    .select(["store_id", "record"])
    .where(dialect.isAmong("store_id", at.ids))
    .where("status", "=", "open")
    .orderBy("business_day"),
)

/** Which of the stores have sent the close of a date. */
export async function storesThatClosed(
  scope: TenantRead,
  storeIds: readonly string[],
  date: string,
): Promise<Set<string>> {
  if (storeIds.length === 0) return new Set()
  const { rows } = await closedDays(scope, { ids: scope.dialect.listOf(storeIds), date })
  return new Set(rows.map(({ store_id }) => store_id))
}

const closedDays = createFencedRead(({ select, dialect }, at: { ids: unknown; date: string }) =>
  select("business_day")
    .select("store_id")
    .where(dialect.isAmong("store_id", at.ids))
    .where("business_day", "=", at.date)
    .where("status", "=", "closed"),
)

/** Newest first. */
export async function latestDaysOf(scope: TenantRead, storeId: string, max: number): Promise<BusinessDay[]> {
  const rows = await days(scope, storeId).orderBy("business_day", "desc").limit(max).execute()
  return rows.map(({ record }) => JSON.parse(record))
}

export async function saveDay(tx: TenantWrite, day: BusinessDay): Promise<void> {
  const row = { status: day.status, record: JSON.stringify(day) }
  await tx
    .insert("business_day", { store_id: day.storeId, business_day: day.businessDayDate, ...row })
    .onConflict((conflict) => conflict.columns(["store_id", "business_day"]).doUpdateSet(row))
    .execute()
}

function days(scope: TenantRead, storeId: string) {
  return scope.select("business_day").select("record").where("store_id", "=", storeId)
}

function parse(row: { record: string } | undefined): BusinessDay | null {
  return row ? JSON.parse(row.record) : null
}
