/** The business day that a count of cash is for. */
import { dateByCutoff, hasBegun } from "../../protocol/rules/business-day/business-day.ts"
import type { CountedDay } from "../../protocol/rules/cash/cash-close.ts"
import { currentDay, findDay } from "../business-day/index.ts"
import { requireConfig } from "../catalog/index.ts"
import { hasOrdersOfDay } from "../orders/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** Left out, it is the open day, or else today's. A day that this box has opened or sold in can be counted whatever its clock says now. */
export function findCountedDay(tx: BoxTx, asked: string | undefined): CountedDay {
  const { store } = requireConfig(tx)
  const businessDayDate = asked ?? currentDay(tx)?.businessDayDate ?? dateByCutoff(tx.now, store)
  const day = findDay(tx, businessDayDate)
  return {
    businessDayDate,
    closed: day?.status === "closed",
    hasBegun: day !== null || hasBegun(businessDayDate, tx.now, store) || hasOrdersOfDay(tx, businessDayDate),
  }
}
