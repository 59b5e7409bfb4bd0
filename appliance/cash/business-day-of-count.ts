/** Finds the business day that a cash count belongs to. */
import { dateByCutoff, hasDateBegun } from "../../protocol/rules/business-day/business-day.ts"
import type { CountedDay } from "../../protocol/rules/cash/cash-close.ts"
import { currentDay, findDay } from "../business-day/store/index.ts"
import { requireConfig } from "../catalog/index.ts"
import { hasOrdersOfDay } from "../orders/store/index.ts"
import type { BoxTx } from "../storage/index.ts"

/**
 * Without a requested date: the open day, else today. A day that this box has opened or sold in has begun even if the box's clock
 * is now behind it.
 */
export function findCountedDay(tx: BoxTx, requested: string | undefined): CountedDay {
  const { store } = requireConfig(tx)
  const businessDayDate = requested ?? currentDay(tx)?.businessDayDate ?? dateByCutoff(tx.now, store)
  const day = findDay(tx, businessDayDate)
  return {
    businessDayDate,
    closed: day?.status === "closed",
    hasBegun: day !== null || hasDateBegun(businessDayDate, tx.now, store) || hasOrdersOfDay(tx, businessDayDate),
  }
}
