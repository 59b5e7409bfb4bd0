/** Finds a day with sales that nobody opened. Web shops and other vendors' tills sell without opening a day (docs/contract/cash.md#business-day). */
import { datesInUse, hasDateBegun } from "../../protocol/rules/business-day/business-day.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import { requireConfig } from "../catalog/index.ts"
import { hasOrdersOfDay } from "../orders/store/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { findDay, latestDays } from "./store/index.ts"

/** Returns the day of this date, also if nobody opened it. Returns null if it has no orders or has not begun. */
export function findDayOrUnopened(tx: BoxTx, businessDayDate: string): BusinessDay | null {
  const opened = findDay(tx, businessDayDate)
  if (opened) return opened
  const { store } = requireConfig(tx)
  if (!hasDateBegun(businessDayDate, tx.now, store) || !hasOrdersOfDay(tx, businessDayDate)) return null
  return { storeId: store.id, businessDayDate, status: "open", openedAt: null, closedAt: null, figures: [] }
}

/** Returns the oldest unopened day that the store may still close; null if there is none, or if a day is open. */
export function unopenedDay(tx: BoxTx): BusinessDay | null {
  const { store } = requireConfig(tx)
  for (const date of datesInUse({ days: latestDays(tx), store, now: tx.now })) {
    const day = findDayOrUnopened(tx, date)
    if (day?.status === "open" && day.openedAt === null) return day
  }
  return null
}
