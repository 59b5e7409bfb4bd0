/** The business day that a count of cash is for, of a store without a box. */
import { dateByCutoff, hasDateBegun } from "../../protocol/rules/business-day/business-day.ts"
import type { CountedDay } from "../../protocol/rules/cash/cash-close.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { findDay } from "../business-day/index.ts"
import type { TenantWrite } from "../storage/index.ts"

/** Without a date, today's. A former box may have opened a day ahead of the calendar, which can be counted too. */
export async function countedDay(tx: TenantWrite, place: Store, asked: string | undefined): Promise<CountedDay> {
  const businessDayDate = asked ?? dateByCutoff(tx.now, place)
  const day = await findDay(tx, place.id, businessDayDate)
  return {
    businessDayDate,
    closed: day?.status === "closed",
    hasBegun: day !== null || hasDateBegun(businessDayDate, tx.now, place),
  }
}
