/** Loads the data of a day-close document: the day's figures, its drawers, counted or still open, and orders that arrived after the close. */
import type { ClosedDay } from "../../../protocol/print/document-data.ts"
import { figuresOfRows, lateArrivals } from "../../../protocol/rules/business-day/day-close.ts"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { closesOfDay, openShifts } from "../../cash/index.ts"
import { rowsOfDay } from "../../orders/index.ts"
import type { BoxTx } from "../../storage/index.ts"

/** A day that is still open has its figures so far, and nothing late. */
export function loadClosedDay(tx: BoxTx, store: Store, day: BusinessDay): ClosedDay {
  const closes = closesOfDay(tx, day.businessDayDate)
  const now = figuresOfRows(rowsOfDay(tx, day.businessDayDate), store)
  const drawers = { closes, openShifts: openShifts(tx) }
  if (day.status !== "closed") return { day: { ...day, figures: now }, ...drawers }
  return { day, ...drawers, late: lateArrivals(day.figures, now) }
}
