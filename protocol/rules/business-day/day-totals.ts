/** The totals of a day in one currency, for one store or many. */
import { divideRounded, type Scaled } from "../../money.ts"
import { hoursOf } from "./day-hours.ts"
import { addRows, type DayRow, type RowKind } from "./day-rows.ts"

/** A day row with the time zone of its store. */
export interface ZonedRow extends DayRow {
  readonly timeZone: string
}

const HOURS = 24
/** Earlier hours are listed last: they belong to the night of the day before. */
const DAY_BEGINS = 4

/** Adds up the rows of one currency. Hours are those of each store's own clock. */
export function totalsOfRows(all: readonly ZonedRow[], currencyCode: string) {
  const rows = all.filter((row) => row.currencyCode === currencyCode)
  const summed = addRows(rows)
  const rowsOf = (kind: RowKind) => summed.filter((row) => row.kind === kind)
  const extra = (code: string) => sumOf(rowsOf("extra").filter((row) => row.code === code)).amount
  const { transactions, amount } = sumOf(rowsOf("channel"))
  return {
    transactions,
    amount,
    averageTicket: transactions > 0 ? divideRounded(amount, transactions) : 0,
    discount: extra("DISCOUNT"),
    tax: sumOf(rowsOf("tax")).amount,
    tips: extra("TIP"),
    methods: sortByAmount(rowsOf("method")),
    channels: sortByAmount(rowsOf("channel")),
    hours: hoursOfZones(rows),
    cancellations: sumOf(rowsOf("cancelled")),
    forceClosed: sumOf(rowsOf("forced")),
    refunds: sumOf(rowsOf("refund")),
  }
}

function sumOf(rows: readonly DayRow[]): { transactions: number; amount: Scaled } {
  return {
    transactions: rows.reduce((all, { transactions }) => all + transactions, 0),
    amount: rows.reduce((all, { amount }) => all + amount, 0),
  }
}

function sortByAmount(rows: readonly DayRow[]) {
  return rows
    .map(({ code, transactions, amount }) => ({ code, transactions, amount }))
    .sort((a, b) => b.amount - a.amount || (a.code < b.code ? -1 : 1))
}

function hoursOfZones(rows: readonly ZonedRow[]) {
  const zones = new Set(rows.map(({ timeZone }) => timeZone))
  const hours = [...zones].flatMap((zone) => hoursOf(addRows(rows.filter(({ timeZone }) => timeZone === zone)), zone))
  return Array.from({ length: HOURS }, (_, n) => (n + DAY_BEGINS) % HOURS).flatMap((hour) => {
    const own = hours.filter((one) => one.hour === hour)
    if (own.length === 0) return []
    return [
      {
        hour,
        transactions: own.reduce((all, { transactions }) => all + transactions, 0),
        amount: own.reduce((all, { amount }) => all + amount, 0),
      },
    ]
  })
}
