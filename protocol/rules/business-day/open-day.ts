/** Which date a store's next business day gets, and when a person has to choose it (docs/contract/cash.md#a-day-that-was-closed-too-early). */
import { type Refusal, refuse } from "../../refusals.ts"
import type { BusinessDay, DayDates } from "../../shapes/business-day.ts"
import type { Store } from "../../shapes/store.ts"
import { dateByCutoff, nextFreeDate } from "./business-day.ts"

export interface DayDatesInput {
  readonly store: Pick<Store, "timeZone" | "businessDayCutoff">
  readonly openDay: BusinessDay | null
  /** The latest dates that the store has closed. */
  readonly closedDates: readonly string[]
  readonly now: string
  /** The hub's clock; null while the hub cannot be reached. */
  readonly hubNow: string | null
}

/** Today's date by the local clock and by the hub's, whether the open day is ahead of it, and the dates that may be opened next. */
export function dayDates({ store, openDay, closedDates, now, hubNow }: DayDatesInput): DayDates {
  const today = dateByCutoff(now, store)
  const hubToday = hubNow === null ? null : dateByCutoff(hubNow, store)
  const isAhead = openDay !== null && openDay.businessDayDate > (hubToday ?? today) && !wasChosenAhead(openDay, store)
  return { today, hubToday, isAhead, next: openDay ? [] : nextDates({ today, hubToday, closedDates }) }
}

/** Whether a person chose a date in the future, for example after an early close. */
function wasChosenAhead({ openedAt, businessDayDate }: BusinessDay, store: DayDatesInput["store"]): boolean {
  return openedAt !== null && dateByCutoff(openedAt, store) < businessDayDate
}

interface ClockDates {
  readonly today: string
  readonly hubToday: string | null
  readonly closedDates: readonly string[]
}

/** The hub's date first, then the local one. If both are closed, the next free date. */
function nextDates({ today, hubToday, closedDates }: ClockDates): string[] {
  const dates = [...new Set([hubToday ?? today, today])]
  const free = dates.filter((date) => !closedDates.includes(date))
  return free.length > 0 ? free : [nextFreeDate(today, { closedDates, today })]
}

/** Whether the date is certain, so that nobody has to choose: both clocks agree, and the date is not closed. */
export function isDateCertain({ today, hubToday, next }: Omit<DayDates, "isAhead">): boolean {
  return (hubToday === null || hubToday === today) && next[0] === today
}

export interface DayOpenInput extends DayDatesInput {
  readonly store: DayDatesInput["store"] & Pick<Store, "id">
  /** The date that a person chose; left out when the date is certain. */
  readonly businessDayDate?: string | undefined
}

export function openDay(opening: DayOpenInput): BusinessDay | Refusal<"CONFLICT"> {
  const { store, openDay: open, now } = opening
  if (open) {
    return refuse("CONFLICT", `The business day ${open.businessDayDate} is still open; close it first.`, {
      data: { businessDayDate: open.businessDayDate },
    })
  }
  const dates = dayDates(opening)
  const { businessDayDate = isDateCertain(dates) ? dates.today : undefined } = opening
  if (businessDayDate === undefined || !dates.next.includes(businessDayDate)) {
    const { today, hubToday, next } = dates
    const why = businessDayDate === undefined ? "Say which date to open" : `${businessDayDate} cannot be opened now`
    return refuse("CONFLICT", `${why}: it may be ${next.join(" or ")}.`, { data: { today, hubToday, next } })
  }
  return { storeId: store.id, businessDayDate, status: "open", openedAt: now, closedAt: null, figures: [] }
}
