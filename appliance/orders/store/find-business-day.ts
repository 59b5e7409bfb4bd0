/** Finds the business day of an order that is stored now. */
import { businessDayOf } from "../../../protocol/rules/business-day/business-day.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { closedDates, currentDay } from "../../business-day/store/index.ts"
import type { BoxTx } from "../../storage/index.ts"

export function findBusinessDay(tx: BoxTx, createdAt: string, store: Store): string {
  return businessDayOf({ createdAt, openDay: currentDay(tx), closedDates: closedDates(tx), store, now: tx.now })
}
