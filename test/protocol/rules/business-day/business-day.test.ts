import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  activeDate,
  businessDayOf,
  closeDay,
  dateByCutoff,
  datesInUse,
  hasDateBegun,
  isDateOver,
  nextFreeDate,
} from "../../../../protocol/rules/business-day/business-day.ts"
import { figuresOf } from "../../../../protocol/rules/business-day/day-close.ts"
import type { BusinessDay } from "../../../../protocol/shapes/business-day.ts"
import { aStore, NOON, STORE_ID } from "../../../kit/orders.ts"

function aDay(businessDayDate: string, status: BusinessDay["status"] = "open"): BusinessDay {
  return { storeId: STORE_ID, businessDayDate, status, openedAt: NOON, closedAt: null, figures: [] }
}

describe("business date without a box follows the local time and the cut-off", () => {
  test.each([
    ["2026-11-21T12:00:00-05:00", "America/Guayaquil", "04:00", "2026-11-21"],
    ["2026-11-22T03:59:59-05:00", "America/Guayaquil", "04:00", "2026-11-21"],
    ["2026-11-22T04:00:00-05:00", "America/Guayaquil", "04:00", "2026-11-22"],
    ["2026-11-22T00:00:00-05:00", "America/Guayaquil", "00:00", "2026-11-22"],
    ["2026-11-22T05:29:00-05:00", "America/Guayaquil", "05:30", "2026-11-21"],
    // The sender's offset is not the store's zone.
    ["2026-11-22T01:00:00Z", "America/Guayaquil", "04:00", "2026-11-21"],
    ["2026-11-22T12:30:00+09:00", "America/Sao_Paulo", "04:00", "2026-11-21"],
    ["2027-01-01T02:00:00-03:00", "America/Sao_Paulo", "04:00", "2026-12-31"],
    ["2024-03-01T01:00:00-03:00", "America/Argentina/Buenos_Aires", "04:00", "2024-02-29"],
    // Santiago's clocks go forward at midnight between 5 and 6 September 2026.
    ["2026-09-06T03:59:00-03:00", "America/Santiago", "04:00", "2026-09-05"],
    ["2026-09-06T04:00:00-03:00", "America/Santiago", "04:00", "2026-09-06"],
  ])("%s in %s with cut-off %s is %s", (moment, timeZone, businessDayCutoff, date) => {
    expect(dateByCutoff(moment, { timeZone, businessDayCutoff })).toBe(date)
    expect(businessDayOf({ createdAt: moment, openDay: null, store: { timeZone, businessDayCutoff } })).toBe(date)
  })

  it("never goes back while time passes", () => {
    const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) })
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 90_000_000 }), (at, later) => {
        const store = { timeZone: "America/Santiago", businessDayCutoff: "04:00" }
        const [first, second] = [at, at + later].map((ms) => dateByCutoff(new Date(ms).toISOString(), store))
        expect((first ?? "") <= (second ?? "")).toBe(true)
      }),
    )
  })
})

test.each([
  ["the day before", "2026-11-20", true],
  ["today", "2026-11-21", true],
  ["tomorrow", "2026-11-22", false],
  ["a day far off", "9999-12-31", false],
])("at 3 a.m. of the 22nd %s, %s, has begun: %s", (_, date, expected) => {
  expect(hasDateBegun(date, "2026-11-22T03:00:00-05:00", aStore())).toBe(expected)
})

describe("business date with a box is the one that the store opened", () => {
  const store = aStore()
  const open = { businessDayDate: "2026-11-21", openedAt: "2026-11-21T07:00:00-05:00" }

  test.each([
    ["at the opening", "2026-11-21T12:00:00Z", "2026-11-21"],
    ["in the day", NOON, "2026-11-21"],
    ["at 3 a.m. of the next", "2026-11-22T03:00:00-05:00", "2026-11-21"],
    ["past the next cut-off, while nobody has closed", "2026-11-22T09:00:00-05:00", "2026-11-21"],
    ["before the opening, that morning", "2026-11-21T06:59:59-05:00", "2026-11-21"],
    ["before the opening, the night before", "2026-11-21T03:00:00-05:00", "2026-11-20"],
  ])("an order %s", (_, createdAt, date) => {
    expect(businessDayOf({ createdAt, openDay: open, store })).toBe(date)
  })

  test.each([
    ["at the opening", "2026-11-21T19:00:00-05:00", "2026-11-22"],
    ["a moment before it", "2026-11-21T18:59:59.999-05:00", "2026-11-21"],
  ])("after an early close and another opening, an order %s", (_, createdAt, date) => {
    const second = { businessDayDate: "2026-11-22", openedAt: "2026-11-21T19:00:00-05:00" }
    expect(businessDayOf({ createdAt, openDay: second, store })).toBe(date)
  })

  it("uses the open day for every order when the clock was set back before the opening", () => {
    const opened = { businessDayDate: "2026-11-22", openedAt: "2026-11-22T14:00:00Z" }
    const createdAt = "2026-11-21T15:00:00Z"
    const asked = { createdAt, openDay: opened, store }
    expect(businessDayOf({ ...asked, now: "2026-11-21T15:00:01Z" })).toBe("2026-11-22")
    expect(businessDayOf({ ...asked, now: "2026-11-22T14:00:00Z" })).toBe("2026-11-21")
  })

  it("follows the cut-off when no day was opened by hand", () => {
    const openDay = { businessDayDate: "2026-11-19", openedAt: null }
    expect(businessDayOf({ createdAt: NOON, openDay, store })).toBe("2026-11-21")
  })
})

it("closeDay stores the figures and changes nothing else", () => {
  const day = aDay("2026-11-21")
  const figures = figuresOf([], aStore())
  const now = "2026-11-22T04:12:00.000Z"
  const watermark = { epoch: "epoch-01", up: 41, down: 7 }
  const closed = closeDay({ day, figures, watermark, now })
  expect(closed).toEqual({ ...day, status: "closed", closedAt: now, figures, watermark })
})

describe("order whose date the store has closed", () => {
  const store = { timeZone: "America/Guayaquil", businessDayCutoff: "04:00" }
  const createdAt = "2026-11-21T23:30:00Z"

  it("belongs to the open day", () => {
    const openDay = { businessDayDate: "2026-11-22", openedAt: "2026-11-22T14:00:00Z" }
    expect(businessDayOf({ createdAt, openDay, closedDates: ["2026-11-21"], store })).toBe("2026-11-22")
  })

  it("belongs to the next free date while no day is open", () => {
    expect(businessDayOf({ createdAt, openDay: null, closedDates: ["2026-11-21"], store })).toBe("2026-11-22")
  })

  it("keeps its date when only an earlier date is closed", () => {
    expect(businessDayOf({ createdAt, openDay: null, closedDates: ["2026-11-20"], store })).toBe("2026-11-21")
  })
})

describe("date that was closed in the future while the clock was ahead", () => {
  const store = aStore()
  const closedDates = ["2026-11-22", "2026-11-20"]

  it("does not move today's orders", () => {
    expect(businessDayOf({ createdAt: NOON, openDay: null, closedDates, store, now: NOON })).toBe("2026-11-21")
  })

  it("is over, with the dates before it, once it is reached", () => {
    const over = (date: string, today: string) => isDateOver(date, { closedDates, today })
    expect([over("2026-11-21", "2026-11-21"), over("2026-11-22", "2026-11-21")]).toEqual([false, true])
    expect([over("2026-11-21", "2026-11-22"), over("2026-11-23", "2026-11-22")]).toEqual([true, false])
  })

  it("is skipped when the next free date is chosen", () => {
    expect(nextFreeDate("2026-11-21", { closedDates: ["2026-11-22", "2026-11-21"], today: "2026-11-21" })).toBe(
      "2026-11-23",
    )
  })

  test.each([
    ["none is open", null, "2026-11-21"],
    ["yesterday's is still open", aDay("2026-11-20"), "2026-11-20"],
    ["tomorrow's is open", aDay("2026-11-22"), "2026-11-21"],
  ])("active date while %s", (_, openDay, expected) => {
    expect(activeDate({ openDay, store, now: NOON })).toBe(expected)
  })
})

describe("dates in use at noon of 2026-11-21", () => {
  test.each([
    ["no day was ever opened", [], ["2026-11-20", "2026-11-21", "2026-11-22"]],
    ["today is open", [aDay("2026-11-21"), aDay("2026-11-20", "closed")], ["2026-11-21"]],
    ["yesterday is still open", [aDay("2026-11-20")], ["2026-11-20"]],
    ["today is open, and tomorrow was closed", [aDay("2026-11-22", "closed"), aDay("2026-11-21")], ["2026-11-21"]],
    ["yesterday was closed", [aDay("2026-11-20", "closed")], ["2026-11-20", "2026-11-21", "2026-11-22"]],
    ["today was closed early", [aDay("2026-11-21", "closed")], ["2026-11-20", "2026-11-21", "2026-11-22"]],
  ])("%s", (_case, days, expected) => {
    expect(datesInUse({ days, store: aStore(), now: NOON })).toEqual(expected)
  })
})
