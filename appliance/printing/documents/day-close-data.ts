/** A day of the store as its paper needs it: the figures of the close, the drawers, counted or not, and what came after. */
import type { ClosedDay } from "../../../protocol/print/document-data.ts"
import { figuresOfRows, lateArrivals } from "../../../protocol/rules/business-day/day-close.ts"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { closesOfDay, openShifts } from "../../cash/index.ts"
import { rowsOfDay } from "../../orders/index.ts"
import type { BoxTx } from "../../storage/index.ts"

/** A day that is still open has the figures of now, and nothing late. */
export function closedDay(tx: BoxTx, store: Store, day: BusinessDay): ClosedDay {
  const closes = closesOfDay(tx, day.businessDayDate)
  const now = figuresOfRows(rowsOfDay(tx, day.businessDayDate), store)
  const drawers = { closes, openShifts: openShifts(tx) }
  if (day.status !== "closed") return { day: { ...day, figures: now }, ...drawers }
  return { day, ...drawers, late: lateArrivals(day.figures, now) }
}
