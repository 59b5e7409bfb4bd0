/** A business day as this store had it before its disk lost it. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { BoxTx } from "../storage/index.ts"
import { currentDay, findDay, saveDay } from "./days-store.ts"

/** False where another day was opened since: the store has one. A day that is closed here stays closed. */
export function restoreDay(tx: BoxTx, day: BusinessDay): boolean {
  const open = currentDay(tx)
  if (day.status === "open" && open !== null && open.businessDayDate !== day.businessDayDate) return false
  if (day.status === "open" && findDay(tx, day.businessDayDate)?.status === "closed") return false
  saveDay(tx, day)
  return true
}
