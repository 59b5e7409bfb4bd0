/** Sales by hour: whole hours of the store's clock, in the order in which they passed. */
import { expect, it } from "vitest"
import { hoursOf } from "../../../../protocol/rules/business-day/day-hours.ts"
import type { DayRow } from "../../../../protocol/rules/business-day/day-rows.ts"

const quarter = (code: string, transactions: number, amount: number): DayRow => ({
  businessDayDate: "2026-11-21",
  currencyCode: "USD",
  kind: "quarter",
  code,
  rate: "",
  transactions,
  amount,
})

it("hoursOf adds up quarters in any order and leaves out hours that come to zero", () => {
  const rows = [
    quarter("2026-11-21T17:45", 1, 30_000),
    quarter("2026-11-21T17:00", 2, 20_000),
    quarter("2026-11-21T19:00", 0, 0),
    { ...quarter("2026-11-21T18:00", 9, 9), kind: "channel" as const },
  ]
  expect(hoursOf(rows, "America/Guayaquil")).toEqual([{ hour: 12, transactions: 3, amount: 50_000 }])
})

it("hoursOf lists the hour after midnight last", () => {
  const rows = [quarter("2026-11-22T05:15", 1, 1), quarter("2026-11-22T04:45", 1, 2), quarter("2026-11-21T14:00", 1, 3)]
  expect(hoursOf(rows, "America/Guayaquil").map(({ hour }) => hour)).toEqual([9, 23, 0])
})

it("hoursOf works for time zones with a fraction of an hour", () => {
  expect(hoursOf([quarter("2026-11-21T18:30", 1, 1)], "Asia/Kolkata")).toMatchObject([{ hour: 0 }])
})
