/** Lists the latest business days. What arrived after a day was closed is listed beside its figures and never added to them. */
import type { listDays as endpoint } from "../../protocol/http/store-state.ts"
import { figuresOfRows, lateArrivals } from "../../protocol/rules/business-day/day-close.ts"
import { requireConfig } from "../catalog/index.ts"
import { rowsOfDay } from "../orders/store/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { latestDays } from "./store/index.ts"

export const listDaysHandler: BoxHandler<typeof endpoint> = (tx) => {
  const { store } = requireConfig(tx)
  const days = latestDays(tx).map(({ businessDayDate, status, openedAt, closedAt, figures: closed }) => {
    const figures = figuresOfRows(rowsOfDay(tx, businessDayDate), store)
    const isClosed = status === "closed"
    const late = isClosed ? lateArrivals(closed, figures) : []
    return { businessDayDate, status, openedAt, closedAt, figures: isClosed ? closed : figures, late }
  })
  return { status: 200, data: { days } }
}
