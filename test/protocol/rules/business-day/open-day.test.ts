/** The date of a store's next day: plain on most mornings, and asked of a person where it is not. */
import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  type DayOpenInput,
  dayDates,
  isDateCertain,
  openDay,
} from "../../../../protocol/rules/business-day/open-day.ts"
import type { BusinessDay } from "../../../../protocol/shapes/business-day.ts"
import { aStore, NOON, STORE_ID } from "../../../kit/orders.ts"

const TOMORROW = "2026-11-22T17:30:00.000Z"

function anOpening(over: Partial<DayOpenInput> = {}): DayOpenInput {
  return { store: aStore(), openDay: null, closedDates: [], now: NOON, hubNow: null, ...over }
}

function aDay(businessDayDate: string, openedAt: string): BusinessDay {
  return { storeId: STORE_ID, businessDayDate, status: "open", openedAt, closedAt: null, figures: [] }
}

describe("date of the next business day", () => {
  test.each<[string, Partial<DayOpenInput>, string]>([
    ["the first day", {}, "2026-11-21"],
    ["the day after yesterday's", { closedDates: ["2026-11-20"] }, "2026-11-21"],
    ["after a week of holidays", { closedDates: ["2026-11-13"] }, "2026-11-21"],
    ["before the cut-off, it is still yesterday", { now: "2026-11-21T08:00:00Z" }, "2026-11-20"],
    ["the hub says the same", { hubNow: NOON }, "2026-11-21"],
    ["a date that was closed with the clock ahead moves nothing", { closedDates: ["2026-11-22"] }, "2026-11-21"],
    ["after the clock was set back a month", { closedDates: ["2026-12-24"] }, "2026-11-21"],
  ])("is certain: %s", (_, over, businessDayDate) => {
    const opening = anOpening(over)
    const day = { storeId: STORE_ID, businessDayDate, status: "open", closedAt: null, figures: [] }
    expect(openDay(opening)).toEqual({ ...day, openedAt: opening.now })
  })

  test.each<[string, Partial<DayOpenInput>, string[]]>([
    ["today was closed early", { closedDates: ["2026-11-21"] }, ["2026-11-22"]],
    ["tomorrow too", { closedDates: ["2026-11-22", "2026-11-21"] }, ["2026-11-23"]],
    ["the box's clock is ahead of the hub's", { now: TOMORROW, hubNow: NOON }, ["2026-11-21", "2026-11-22"]],
    ["and its date was closed", { now: TOMORROW, hubNow: NOON, closedDates: ["2026-11-22"] }, ["2026-11-21"]],
  ])("must be chosen: %s", (_, over, next) => {
    const opening = anOpening(over)
    expect(dayDates(opening).next).toEqual(next)
    const refused = openDay(opening)
    expect(isRefusal(refused) && [refused.refused, refused.data?.next]).toEqual(["CONFLICT", next])
    for (const businessDayDate of next)
      expect(openDay({ ...opening, businessDayDate })).toMatchObject({ businessDayDate })
  })

  it("is refused when it was not offered", () => {
    for (const businessDayDate of ["2026-11-20", "2026-11-22"]) {
      expect(openDay(anOpening({ businessDayDate }))).toMatchObject({ refused: "CONFLICT" })
    }
  })

  it("is refused while a day is open", () => {
    const answer = openDay(anOpening({ openDay: aDay("2026-11-20", NOON) }))
    expect(isRefusal(answer) && [answer.refused, answer.data]).toEqual(["CONFLICT", { businessDayDate: "2026-11-20" }])
  })
})

describe("open business day", () => {
  test.each<[string, BusinessDay, Partial<DayOpenInput>, boolean]>([
    ["of today", aDay("2026-11-21", NOON), {}, false],
    ["of yesterday that nobody closed", aDay("2026-11-20", "2026-11-20T14:00:00Z"), {}, false],
    ["opened while the clock was ahead", aDay("2026-11-22", "2026-11-22T14:00:00Z"), {}, true],
    ["of today, while the hub says yesterday", aDay("2026-11-21", NOON), { hubNow: "2026-11-20T17:30:00Z" }, true],
    ["of tomorrow, which somebody chose after an early close", aDay("2026-11-22", NOON), {}, false],
  ])("%s: is ahead %s", (_, open, over, isAhead) => {
    expect(dayDates(anOpening({ openDay: open, ...over }))).toMatchObject({ isAhead, next: [] })
  })
})

it("isDateCertain needs hub and local date to agree on the next date", () => {
  expect(isDateCertain({ today: "2026-11-21", hubToday: "2026-11-21", next: ["2026-11-21"] })).toBe(true)
  expect(isDateCertain({ today: "2026-11-21", hubToday: "2026-11-20", next: ["2026-11-20", "2026-11-21"] })).toBe(false)
  expect(isDateCertain({ today: "2026-11-21", hubToday: null, next: ["2026-11-22"] })).toBe(false)
})
