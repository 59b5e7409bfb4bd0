/** The hub's own figures of closed days, beside the certificates of their boxes. */
import { sql } from "kysely"
import type { BusinessDay, DayCertificate } from "../../protocol/shapes/business-day.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

interface DayCheck {
  readonly found: DayCertificate
  readonly agrees: boolean
  readonly checkedAt: string
}

interface CheckedDay {
  readonly day: BusinessDay
  /** Null without a certificate of the box. */
  readonly check: DayCheck | null
}

export async function saveCheck(
  tx: TenantWrite,
  { storeId, businessDayDate }: BusinessDay,
  { found, agrees }: Omit<DayCheck, "checkedAt">,
): Promise<void> {
  const row = { checked_at: tx.now, agrees: agrees ? 1 : 0, found: JSON.stringify(found) }
  await tx
    .insert("day_check", { store_id: storeId, business_day: businessDayDate, ...row })
    .onConflict((conflict) => conflict.columns(["store_id", "business_day"]).doUpdateSet(row))
    .execute()
}

/** A store's checks before `before`, newest first. */
export async function checkedDays(
  scope: TenantRead,
  { storeId, before, limit }: { storeId: string; before: string | null; limit: number },
): Promise<CheckedDay[]> {
  const { accountId, vendorId } = scope.tenant
  const { rows } = await sql<{ record: string; found: string | null; agrees: number | string; checkedAt: string }>`
    SELECT d.record, c.found, c.agrees, c.checked_at AS "checkedAt" FROM business_day d
    LEFT JOIN day_check c ON c.store_id = d.store_id AND c.business_day = d.business_day
    WHERE d.account_id = ${accountId} AND d.vendor_id = ${vendorId} AND d.store_id = ${storeId}
      ${before === null ? sql`` : sql`AND d.business_day < ${before}`}
    ORDER BY d.business_day DESC LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ record, found, agrees, checkedAt }) => ({
    day: JSON.parse(record),
    check: found === null ? null : { found: JSON.parse(found), agrees: Number(agrees) === 1, checkedAt },
  }))
}
