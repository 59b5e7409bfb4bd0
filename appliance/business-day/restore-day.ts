/** Restores a business day that the store's disk has lost. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { BoxTx } from "../storage/index.ts"
import { currentDay, findDay, saveDay } from "./store/index.ts"

/** Returns false if another day has been opened since, because a store has only one open day. A day that is closed here stays closed. */
export function restoreDay(tx: BoxTx, day: BusinessDay): boolean {
  const open = currentDay(tx)
  if (day.status === "open" && open !== null && open.businessDayDate !== day.businessDayDate) return false
  if (day.status === "open" && findDay(tx, day.businessDayDate)?.status === "closed") return false
  saveDay(tx, day)
  return true
}
