/** Shifts of stores with a box, and the reasons for which their drawers were opened. */
import type { DrawerOpened, Shift } from "../../protocol/shapes/shift.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export async function findShift(scope: TenantRead, storeId: string, shiftId: string): Promise<Shift | null> {
  const row = await scope
    .select("cash_shift")
    .select("record")
    .where("store_id", "=", storeId)
    .where("shift_id", "=", shiftId)
    .executeTakeFirst()
  return row ? JSON.parse(row.record) : null
}

export async function saveShift(tx: TenantWrite, shift: Shift): Promise<void> {
  const row = {
    business_day: shift.businessDayDate,
    operator_uid: shift.operatorUid,
    opened_at: shift.openedAt,
    closed_at: shift.closedAt,
    record: JSON.stringify(shift),
  }
  await tx
    .insert("cash_shift", { store_id: shift.storeId, shift_id: shift.shiftId, ...row })
    .onConflict((conflict) => conflict.columns(["store_id", "shift_id"]).doUpdateSet(row))
    .execute()
}

/** The shifts of a store's day with their floats and withdrawals, by their openings. */
export async function shiftsOfDay(scope: TenantRead, storeId: string, date: string): Promise<Shift[]> {
  const rows = await scope
    .select("cash_shift")
    .select("record")
    .where("store_id", "=", storeId)
    .where("business_day", "=", date)
    .orderBy("opened_at")
    .orderBy("shift_id")
    .execute()
  return rows.map(({ record }) => JSON.parse(record))
}

/** Open shifts of any day. */
export async function openShiftsOf(scope: TenantRead, storeId: string): Promise<Shift[]> {
  const query = scope.select("cash_shift").select("record").where("store_id", "=", storeId)
  const rows = await query.where("closed_at", "is", null).orderBy("opened_at").orderBy("shift_id").execute()
  return rows.map(({ record }) => JSON.parse(record))
}

export async function saveOpening(tx: TenantWrite, storeId: string, opening: DrawerOpened): Promise<void> {
  const row = {
    store_id: storeId,
    opening_id: opening.openingId,
    opened_at: opening.at,
    record: JSON.stringify(opening),
  }
  await tx
    .insert("drawer_opening", row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface OpeningPage {
  readonly storeId: string
  readonly limit: number
  /** The last one of the page before. */
  readonly after?: { readonly at: string; readonly openingId: string } | undefined
}

/** The latest first. */
export async function listOpenings(scope: TenantRead, { storeId, limit, after }: OpeningPage): Promise<DrawerOpened[]> {
  const all = scope.select("drawer_opening").select("record").where("store_id", "=", storeId)
  const query = after
    ? all.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("opened_at", "opening_id"), "<", tuple(after.at, after.openingId)),
      )
    : all
  const rows = await query.orderBy("opened_at", "desc").orderBy("opening_id", "desc").limit(limit).execute()
  return rows.map(({ record }) => JSON.parse(record))
}
