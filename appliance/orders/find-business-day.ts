/** Finds an order's business day. The days are injected, because `business-day/` imports orders and orders must not import it. */
import { businessDayOf } from "../../protocol/rules/business-day/business-day.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { BoxTx } from "../storage/index.ts"

export interface BusinessDays {
  readonly open: (tx: BoxTx) => BusinessDay | null
  /** The latest closed dates. */
  readonly closedDates: (tx: BoxTx) => readonly string[]
  /** The hub's clock; null while the hub cannot be reached. */
  readonly hubNow: () => string | null
}

/** The business day of an order that is stored now. */
export function findBusinessDay(
  tx: BoxTx,
  { createdAt, store, days }: { createdAt: string; store: Store; days: BusinessDays },
): string {
  return businessDayOf({ createdAt, openDay: days.open(tx), closedDates: days.closedDates(tx), store, now: tx.now })
}
