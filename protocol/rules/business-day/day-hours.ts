/** The sales of a day by the hour in which its orders were created. */
import type { Scaled } from "../../money.ts"
import { localTime } from "../../time.ts"
import type { DayRow } from "./day-rows.ts"

interface HourOfSales {
  /** 0 to 23, on the store's clock. */
  readonly hour: number
  readonly transactions: number
  readonly amount: Scaled
}

/** Hours in the order in which they passed: a day that goes on after midnight ends with hour 0. Hours without a sale are left out. */
export function hoursOf(rows: Iterable<DayRow>, timeZone: string): HourOfSales[] {
  const quarters = [...rows].filter(({ kind }) => kind === "quarter").sort((a, b) => (a.code < b.code ? -1 : 1))
  const hours = new Map<number, HourOfSales>()
  for (const { code, transactions, amount } of quarters) {
    const { hour } = localTime(`${code}:00.000Z`, timeZone)
    const known = hours.get(hour)
    hours.set(hour, {
      hour,
      transactions: (known?.transactions ?? 0) + transactions,
      amount: (known?.amount ?? 0) + amount,
    })
  }
  return [...hours.values()].filter(({ transactions, amount }) => transactions !== 0 || amount !== 0)
}
